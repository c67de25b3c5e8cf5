import { type ReactNode, Suspense } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useApp } from "../state/hooks.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

const WhyCard = lazyPart(() => import("./WhyCard.tsx"), true);

interface WhyPlaceProps {
  /** Applies a remedy. "none": no remedies, because a lab asks for them. Undefined: applies them to the open
   * scenario. */
  readonly remedies?: ((scenario: Scenario) => void) | "none";
  /** The machine in question, if there are two. */
  readonly of?: ReactNode;
}

/** The card that answers "why?", while a question is open. */
export function WhyPlace({ remedies, of }: WhyPlaceProps) {
  const isAsked = useApp(({ why }) => why !== undefined);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <WhyCard remedies={remedies} of={of} />
    </Suspense>
  );
}
