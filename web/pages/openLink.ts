/** A scenario from a share link, at the place that the link names. */

import { decodeLink, type LinkPosition } from "../../scenarios/schema/link.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { Position } from "../state/store.ts";
import { translatedMessage } from "../text/message.ts";
import { say } from "../text/say.ts";
import type { Opened } from "./open.ts";

export function openLink(hash: string): Opened {
  const link = decodeLink(hash);
  if (!link.ok)
    return {
      ok: false,
      message: say("This link does not open: {message}.", { message: translatedMessage(link.message) }),
    };
  const position = positionOf(link.position, link.scenario);
  const faults = link.faults?.map(translatedMessage).join("; ");
  return {
    ok: true,
    scenario: link.scenario,
    origin: { kind: "link" },
    ...(position === undefined ? {} : { position }),
    ...(link.other === undefined ? {} : { other: link.other }),
    ...(faults === undefined
      ? {}
      : {
          warning: say("The machine of this link is whole, the place in it may be another: {faults}.", {
            faults,
          }),
        }),
    madeWith: { modelVersion: link.modelVersion },
  };
}

function positionOf(
  { cycle, zoom, page: _, ...marks }: LinkPosition,
  scenario: Scenario,
): Position | undefined {
  const isNowhere = cycle === undefined && zoom === undefined;
  if (isNowhere && Object.keys(marks).length === 0) return undefined;
  const from = zoom?.from ?? 0;
  return {
    cycle: cycle ?? from,
    startCycle: from,
    visibleCycles: (zoom?.to ?? scenario.runCycles) - from,
    ...marks,
  };
}
