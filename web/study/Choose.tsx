import type { ReactNode } from "react";
import { useMedia } from "../ui/useMedia.ts";

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

export function Choose({ label, value, options, onChoose }: ChooseProps) {
  return (
    <label className="grid gap-2px t-12 ink-2">
      <span>{label}</span>
      <select className="field" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** As in the style sheet. */
const NARROW = "(max-width: 1023px)";

interface NarrowFoldProps {
  readonly title: string;
  /** There is something in it that has to be seen. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** On a narrow page results come first: what is chosen and changed is a line above them until it is wanted. */
export function NarrowFold({ title, isOpen = false, children }: NarrowFoldProps) {
  const isNarrow = useMedia(NARROW);
  if (!isNarrow) return children;
  return (
    <details className="sweep__fold" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
