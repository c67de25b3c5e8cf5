import { Suspense } from "react";
import { useApp } from "../../state/hooks.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

const StopReason = lazyPart(() => import("./StopReason.tsx"));

/** Why the machine stands here. */
export function Stopped() {
  const stop = useApp((state) => state.stop);
  return (
    <span role="status">
      {stop === undefined ? null : (
        <Suspense>
          <StopReason stop={stop} />
        </Suspense>
      )}
    </span>
  );
}
