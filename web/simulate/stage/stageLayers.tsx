/** What both pictures of the machine are made of, and the layers over them that come once a user is there. */
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
  /** The picture before, for motion. */
  readonly previous: MachineView | undefined;
  readonly facts: MachineInfo;
  /** Instructions travel between stages; off at high speed. */
  readonly moving: boolean;
  /** What is shown of the cores: stages, or what they work for. */
  readonly pace: Pace;
  readonly instructionsPerCycle: number | undefined;
  /** Shown instead of states. */
  readonly rates: StageRates | undefined;
}

function Nothing(_: FlowLayerProps) {
  return null;
}

/** Tokens move once a user plays or steps, not before. */
export const FlowLayer = lazy(async (): Promise<{ readonly default: ComponentType<FlowLayerProps> }> => {
  await firstInput();
  // Without a connection the machine stands still, and is still told.
  return import("../flow/FlowLayer.tsx").catch(() => ({ default: Nothing }));
});

/** What answers a pointer or the focus. */
export const stageParts = later(async () => {
  await firstInput();
  await idle();
  return (await import("../parts/StageParts.tsx")).default;
});
