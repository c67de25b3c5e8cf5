import type { ReactNode } from "react";
import { useMedia } from "../ui/useMedia.ts";

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
