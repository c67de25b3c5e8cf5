/** A scenario from a share link, at the place that the link names. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { decodeLink, type LinkPosition } from "../../../scenarios/link/link.ts";
import type { Session } from "../../state/session.ts";
import type { Position } from "../../state/store.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import type { Opened } from "./open.ts";

export function openLink(hash: string): Opened {
  const link = decodeLink(hash);
  if (!link.ok)
    return {
      ok: false,
      message: t("This link does not open: {message}.", { message: translatedMessage(link.message) }),
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
          warning: t("The machine of this link is whole, the place in it may be another: {faults}.", {
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

/** A warning for a user who has opened the link. */
export function tellOfLink(
  session: Session,
  warning: string | undefined,
  madeWith: string | undefined,
): void {
  const otherModel = otherModelText(madeWith, session.store.getState().modelVersion);
  if (warning !== undefined)
    session.actions.notify("warning", otherModel === undefined ? warning : `${warning} ${otherModel}`);
  else if (otherModel !== undefined) session.actions.notify("info", otherModel);
}

function otherModelText(made: string | undefined, now: string | undefined): string | undefined {
  if (now === undefined || made === now) return undefined;
  return made === undefined
    ? t("This link was made with an older version of the model: the numbers may be others than those meant.")
    : t(
        "This link was made with version {made} of the model, this page has version {now}: the numbers may be others than those meant.",
        { made, now },
      );
}

/** Why an address opens nothing of its own. */
export function nothingNamed(hash: string): string {
  const name = hash.length > NAME_CHARACTERS ? `${hash.slice(0, NAME_CHARACTERS)}…` : hash;
  return t("The address ends in “{name}”, which is neither a link nor a page of irqscope.", { name });
}

const NAME_CHARACTERS = 40;
