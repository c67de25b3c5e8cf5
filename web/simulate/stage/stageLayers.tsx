/** Types that both pictures of the machine share, and the layers over them that are loaded once a user is active. */
import { type ComponentType, lazy } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import { firstInput, idle } from "../../ui/idle.ts";
import { later } from "../../ui/later.ts";
import type { FlowLayerProps } from "../flow/FlowLayer.tsx";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageRates } from "./rates.ts";

export interface StageProps {
  readonly view: MachineView;
  /** The previous picture, for motion. */
  readonly previous: MachineView | undefined;
  readonly facts: MachineInfo;
  /** True if instructions move between stages. False at high speed. */
  readonly moving: boolean;
  /** Cores show stages, or the threads for which they work. */
  readonly pace: Pace;
  readonly instructionsPerCycle: number | undefined;
  /** Shown instead of states. */
  readonly rates: StageRates | undefined;
}

function Nothing(_: FlowLayerProps) {
  return null;
}

/** Tokens move only after a user plays or steps. */
export const FlowLayer = lazy(async (): Promise<{ readonly default: ComponentType<FlowLayerProps> }> => {
  await firstInput();
  // Without a connection the packets do not move, but states are still announced.
  return import("../flow/FlowLayer.tsx").catch(() => ({ default: Nothing }));
});

/** The parts that react to the pointer or the focus. */
export const stageParts = later(async () => {
  await firstInput();
  await idle();
  return (await import("../parts/StageParts.tsx")).default;
});
