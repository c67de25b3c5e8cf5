import type { Quantity } from "./format.ts";

/** A number in digits of equal width, followed by its unit in a quieter style. */
export function Amount({ of, className }: { readonly of: Quantity; readonly className?: string }) {
  return (
    <span className={className === undefined ? "mono" : `mono ${className}`}>
      {of.value}
      {of.unit === "" ? null : <span className="unit">{`\u00a0${of.unit}`}</span>}
    </span>
  );
}
