import type { ReactNode } from "react";

interface FoldButtonProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Id of what it opens. */
  readonly controls: string;
  readonly children: ReactNode;
}

export function FoldButton({ open, onToggle, controls, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      className="fold row gap-6px wide t-12 to-left nowrap bare r-1 target"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      <svg className="fold__mark rigid hollow" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M4 2.5 8 6 4 9.5" />
      </svg>
      {children}
    </button>
  );
}
