/** A scenario from a share link, at the place that the link names. */

import { opensAt, type ReadAddress, readAddress, withChanges } from "../../../lib/addresses/shortAddress.ts";
import { differencesOf } from "../../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { builtinScenario } from "../../../scenarios/index.ts";
import { decodeLink, type LinkPosition, linkTexts } from "../../../scenarios/link/link.ts";
import { needsDetails } from "../../state/details.ts";
import type { Session } from "../../state/session.ts";
import type { Position } from "../../state/store.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, translated } from "../../text/t.ts";
import { valueText } from "../../ui/fieldValue.ts";
import { type Opened, OVERTAKEN, openBuiltin } from "./open.ts";
import { readApart } from "./parseApart.ts";

export async function openLink(hash: string): Promise<Opened> {
  const short = readAddress(hash);
  if (short !== undefined) return openShort(short);
  if (!(await readApart(...linkTexts(hash)))) return OVERTAKEN;
  const link = decodeLink(hash);
  if (!link.ok)
    return {
      ok: false,
      message: t("This link cannot be opened: {message}.", { message: translatedMessage(link.message) }),
    };
  const position = withDetails(positionOf(link.position, link.scenario), link.position);
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
          warning: t("The machine in this link is complete, but its position may be wrong: {faults}.", {
            faults,
          }),
        }),
    madeWith: { modelVersion: link.modelVersion },
  };
}

/** A built-in scenario, with changes. */
async function openShort({ id, position, changes, other, faults }: ReadAddress): Promise<Opened> {
  const base = await openBuiltin(id);
  if (!base.ok) return base;
  const changed = withChanges(base.scenario, changes);
  if (!changed.ok)
    return {
      ok: false,
      message: t("This link cannot be opened: {message}.", { message: translatedMessage(changed.message) }),
    };
  const place = withDetails(shortPosition(id, position, changed.scenario), position);
  const second = other === undefined ? undefined : await openBuiltin(other);
  const { scenario } = changed;
  const warning = [...faults, ...changed.faults].map(translatedMessage).join("; ");
  return {
    ok: true,
    scenario,
    origin: scenario === base.scenario ? base.origin : { kind: "edit", of: base },
    ...(place === undefined ? {} : { position: place }),
    ...(second?.ok ? { other: second.scenario } : {}),
    ...(warning === ""
      ? {}
      : { warning: t("Part of this address cannot be read: {faults}.", { faults: warning }) }),
    ...(scenario === base.scenario ? {} : { differs: differsText(base.scenario, scenario) }),
  };
}

function withDetails(position: Position | undefined, link: LinkPosition): Position | undefined {
  return position && needsDetails(link) ? { ...position, details: true } : position;
}

function shortPosition(id: string, position: LinkPosition, scenario: Scenario): Position | undefined {
  const opening = builtinScenario(id)?.opening;
  if (opening === undefined) return positionOf(position, scenario);
  const cycle = position.cycle ?? position.zoom?.from ?? opening.cycle;
  const { fromCycle, toCycle } = opensAt(opening, cycle);
  return positionOf({ zoom: { from: fromCycle, to: toCycle }, ...position, cycle }, scenario);
}

const DIFFERENCES_TOLD = 4;

/** Text such as "Differs from Ring overflow: Receive ring 8 frames → 16 frames." */
function differsText(base: Scenario, scenario: Scenario): string {
  const differences = differencesOf(base, scenario);
  const told = differences
    .slice(0, DIFFERENCES_TOLD)
    .map(({ title, unit, a, b }) => `${translated(title)} ${valueText(a, unit)} → ${valueText(b, unit)}`);
  const more = differences.length - told.length;
  return t("Differs from {name}: {changes}.", {
    name: translated(base.name),
    changes: [...told, ...(more > 0 ? [t("{more} more", { more })] : [])].join(", "),
  });
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

/** Warns a user who has opened the link. */
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
    ? t(
        "This link was made with an older version of the model, so the numbers here may differ from those that its sender saw.",
      )
    : t(
        "This link was made with version {made} of the model, and this page has version {now}, so the numbers here may differ from those that its sender saw.",
        { made, now },
      );
}

/** Explains why an address opens nothing. */
export function nothingNamed(hash: string): string {
  const name = hash.length > NAME_CHARACTERS ? `${hash.slice(0, NAME_CHARACTERS)}…` : hash;
  return t("The address ends in “{name}”, which is neither a link nor a page of irqscope.", { name });
}

const NAME_CHARACTERS = 40;
