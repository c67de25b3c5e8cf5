/** What moves are called and how long they take, on the stage and in a video of it. */
import { partText } from "../../../scenarios/story/parts.ts";
import { t } from "../../text/t.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import type { FlowNames, Move } from "./choreography.ts";

const MOVE_MS = 650;
/** A loss is what the eye shall not miss. */
const LOSS_MS = 900;
/** More at once are no picture any more. */
export const MOST_MOVES = 24;

export function moveMs({ kind }: Pick<Move, "kind">): number {
  return kind === "lost" ? LOSS_MS : MOVE_MS;
}

export function flowNames({ nics, queues, lines, threads }: MachineInfo): FlowNames {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const application = threads.find(({ layer }) => layer === "application")?.name;
  return {
    nics: names(nics),
    queues: names(queues),
    lines: names(lines),
    threads: names(threads),
    application: application === undefined ? "core:1" : partText("thread", application),
  };
}

/** What a token carries: the number of its packet, and how many there are. */
export function moveText({ kind, packet, count }: Move): string {
  if (kind === "pulse" || kind === "registers") return "";
  const times = count > 1 ? ` ×${count}` : "";
  const number = packet === undefined ? t("frame") : String(packet);
  return kind === "lost" ? `✕ ${number}${times}` : `${number}${times}`;
}
