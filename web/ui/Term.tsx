import { memo, type ReactNode, useState } from "react";
import type { TermId } from "../../lib/terms/terms.ts";
import { firstInput, idle } from "./idle.ts";
import { later } from "./later.ts";
import { useLater } from "./useLater.ts";

const explainedTerm = later(async () => {
  await firstInput();
  await idle();
  return (await import("./ExplainedTerm.tsx")).ExplainedTerm;
});

export interface TermProps {
  readonly id: TermId;
  readonly children: ReactNode;
}

/** A word with its explanation under the pointer, with the focus, or by touch. The explanations load with the first
 * pointer or key event. Words beside changing numbers do not render again. */
export const Term = memo(function Term({ id, children }: TermProps) {
  const ExplainedTerm = useLater(explainedTerm);
  const [isPressed, press] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [focus, setFocus] = useState<"none" | "hidden" | "visible">("none");
  if (ExplainedTerm !== undefined)
    return (
      <ExplainedTerm
        id={id}
        opensAtOnce={isPressed || isHovered || focus === "visible"}
        takesFocus={focus !== "none"}
      >
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
      onPointerEnter={({ pointerType }) => setHovered(pointerType === "mouse")}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget }) =>
        setFocus(currentTarget.matches(":focus-visible") ? "visible" : "hidden")
      }
      onBlur={() => setFocus("none")}
    >
      {children}
    </button>
  );
});
