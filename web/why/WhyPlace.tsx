import { Suspense } from "react";
import { useApp } from "../state/hooks.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

const WhyCard = lazyPart(() => import("./WhyCard.tsx"), true);

/** The card that answers "why?", while something is asked. */
export function WhyPlace() {
  const isAsked = useApp(({ why }) => why !== undefined);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <WhyCard />
    </Suspense>
  );
}
