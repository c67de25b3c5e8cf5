import { memo, type ReactNode, useState } from "react";
import type { TermId } from "../../lib/terms/terms.ts";
import { idle, rested } from "./idle.ts";
import { later } from "./later.ts";
import { useLater } from "./useLater.ts";

export const explainedTerm = later(async () => {
  await rested();
  await idle(); // the timeline is asked for first
  return (await import("./ExplainedTerm.tsx")).ExplainedTerm;
});

export interface TermProps {
  readonly id: TermId;
  readonly children: ReactNode;
}

/** A word with its explanation: under the pointer, with the focus, by touch. The explanations come after the first
 * picture of the machine. Words beside numbers that run stay as they are. */
export const Term = memo(function Term({ id, children }: TermProps) {
  const ExplainedTerm = useLater(explainedTerm);
  const [isPressed, press] = useState(false);
  if (ExplainedTerm !== undefined)
    return (
      <ExplainedTerm id={id} opensAtOnce={isPressed}>
        {children}
      </ExplainedTerm>
    );
  return (
    <button
      type="button"
      className="term"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => press(true)}
    >
      {children}
    </button>
  );
});
