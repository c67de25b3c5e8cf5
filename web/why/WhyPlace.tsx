import { type ReactNode, Suspense } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useApp } from "../state/hooks.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

const WhyCard = lazyPart(() => import("./WhyCard.tsx"), true);

interface WhyPlaceProps {
  /** What a remedy is applied to; "none": no remedies, a lab asks for them itself; undefined: the open scenario. */
  readonly remedies?: ((scenario: Scenario) => void) | "none";
  /** Which machine is asked, where there are two. */
  readonly of?: ReactNode;
}

/** The card that answers "why?", while something is asked. */
export function WhyPlace({ remedies, of }: WhyPlaceProps) {
  const isAsked = useApp(({ why }) => why !== undefined);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <WhyCard remedies={remedies} of={of} />
    </Suspense>
  );
}
