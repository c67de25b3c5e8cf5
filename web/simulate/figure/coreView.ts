/** What the drawings of a core are made from. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";

export interface CoreFigure {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly pace: Pace;
  /** Room that is kept for saved registers: so many sets were seen of this machine. */
  readonly savedSets: number;
}

export const corePart = (core: number) => partText("core", String(core + 1));
