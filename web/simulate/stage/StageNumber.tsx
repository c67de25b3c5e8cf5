import type { ReactNode } from "react";
import type { AdjustableProps } from "../../scenarios/tries/Adjustable.tsx";
import { useApp } from "../../state/hooks.ts";
import { useLater } from "../../ui/useLater.ts";
import { lateAdjustable } from "../late.ts";

/** Whether numbers of the machine can be changed where they stand: in a lab they are the task's. */
export function useAdjustable() {
  const isLab = useApp((state) => state.origin?.kind === "lab");
  const Adjustable = useLater(lateAdjustable, !isLab);
  return isLab ? undefined : Adjustable;
}

/** A number of the machine; `children`: what stands there until it can be changed. */
export function StageNumber({ children, ...number }: AdjustableProps & { readonly children: ReactNode }) {
  const Adjustable = useAdjustable();
  return Adjustable === undefined ? children : <Adjustable {...number} />;
}
