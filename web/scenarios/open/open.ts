/** Opens scenarios from the address, the list or a file. Each returns one readable error. */

import type { OwnKind } from "../../../lib/files/recognised.ts";
import type { Opening } from "../../../scenarios/builtin.ts";
import { DEFAULT_SCENARIO_ID } from "../../../scenarios/default.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../../scenarios/index.ts";
import type { ParseResult } from "../../../scenarios/read/parse.ts";
import type { StoredScenario } from "../../state/preferences.ts";
import type { Session } from "../../state/session.ts";
import type { Position, ScenarioOrigin } from "../../state/store.ts";
import { namesLink, namesNothing } from "../../state/usePage.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import type { DroppedCapture } from "../capture/choice.ts";
import { beginOpening } from "./opening.ts";
import { isOwnAddress } from "./ownAddress.ts";

export type Opened =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly origin: ScenarioOrigin;
      readonly position?: Position;
      /** The scenario with which a link compares it. */
      readonly other?: Scenario;
      /** A warning for a user who might think that this is the whole file. */
      readonly warning?: string;
      /** Only for an address: the differences from the built-in scenario that it names. */
      readonly differs?: string;
      /** Only for a link: the version of the model with which it was made. Undefined if the link is older than such
       * versions. */
      readonly madeWith?: { readonly modelVersion: string | undefined };
      /** Set for a capture: the user may choose another part of it. */
      readonly capture?: DroppedCapture;
    }
  /** The user may choose another part or host of a capture. */
  | {
      readonly ok: false;
      readonly message: string;
      readonly capture?: DroppedCapture;
      /** Another page opens it. */
      readonly elsewhere?: Elsewhere;
      /** Another scenario was opened meanwhile, so no notice is shown. */
      readonly isOvertaken?: true;
    };

export const OVERTAKEN: Opened = { ok: false, message: "", isOvertaken: true };

/** A file that irqscope reads, but that is neither a scenario nor a capture. */
export interface Elsewhere {
  readonly file: File;
  readonly kind: Exclude<OwnKind, "scenario" | "capture">;
}

export function positionOf({ cycle, fromCycle, toCycle }: Opening): Position {
  return { cycle, startCycle: fromCycle, visibleCycles: toCycle - fromCycle };
}

export async function openBuiltin(id: string): Promise<Opened> {
  const builtin = builtinScenario(id);
  if (builtin === undefined) {
    return {
      ok: false,
      message: t('There is no scenario "{id}". The built-in scenarios are {ids}.', {
        id,
        ids: BUILTIN_SCENARIOS.map((one) => one.id).join(", "),
      }),
    };
  }
  try {
    const result = opened(await builtin.load(), { kind: "bundled", id }, builtin.name);
    return result.ok ? { ...result, position: positionOf(builtin.opening) } : result;
  } catch {
    return {
      ok: false,
      message: t("{name} could not be loaded. Can you still reach the server?", { name: builtin.name }),
    };
  }
}

/** The code that reads links is loaded with the first link. */
export async function openLink(hash: string): Promise<Opened> {
  return (await linkTools()).openLink(hash);
}

const linkTools = () => import("./openLink.ts");

/** An address that is neither a link nor a page. */
export async function openNothing(hash: string): Promise<Opened> {
  return { ok: false, message: (await linkTools()).nothingNamed(hash) };
}

export function opened(result: ParseResult, origin: ScenarioOrigin, name: string): Opened {
  if (result.ok) return { ok: true, scenario: result.scenario, origin };
  const [first] = result.errors;
  const more = result.errorCount - 1;
  const rest = more === 0 ? "" : ` ${t("(and {more} more)", { more })}`;
  return {
    ok: false,
    message: `${name}: ${first?.field ?? "scenario"} ${translatedMessage(first?.message ?? "is not valid")}${rest}.`,
  };
}

export type Open = (result: Opened) => Promise<boolean>;

export async function run(session: Session, result: Opened): Promise<boolean> {
  if (!result.ok && result.isOvertaken) return false;
  beginOpening();
  if (!result.ok) {
    session.actions.notify("error", result.message);
    return false;
  }
  session.actions.dismissNotice();
  if (result.other !== undefined) session.actions.setOther(result.other);
  const runs = await session.actions.loadScenario(result.scenario, result.origin, result.position);
  if (!runs) return false;
  const { warning, madeWith, differs } = result;
  if (madeWith !== undefined) (await linkTools()).tellOfLink(session, warning, madeWith.modelVersion);
  else if (warning !== undefined) session.actions.notify("warning", warning);
  else if (differs !== undefined) session.actions.notify("info", differs);
  await tellOfStory(session, result);
  return true;
}

/** The user's story names parts that the scenario lacks. The scenario runs, and a notice names the step. */
async function tellOfStory(
  session: Session,
  { scenario, origin }: Extract<Opened, { ok: true }>,
): Promise<void> {
  const { story } = scenario;
  if (story === undefined || origin.kind === "bundled") return;
  const { storyFaults } = await import("../../../lib/story/check.ts");
  const [first] = storyFaults(scenario, story);
  if (first === undefined) return;
  const place = `story.${first.field}`;
  session.actions.notify(
    "warning",
    t("The story has a fault: {field} {reason}.", { field: place, reason: translatedMessage(first.message) }),
  );
}

/** Opens the address. Without one, opens the previous scenario at the same place after a reload, otherwise the default.
 * Does nothing if the user has opened something else meanwhile. */
export async function openFirst(
  session: Session,
  hash: string,
  reloaded: boolean,
  open: Open,
): Promise<void> {
  const { scenario } = session.store.getState();
  const isOvertaken = () => {
    const now = session.store.getState();
    return now.status === "loading" || now.scenario !== scenario;
  };
  const isOwn = reloaded && isOwnAddress(session.tabStorage, hash);
  const first =
    namesLink(hash) && !isOwn
      ? await openLink(hash)
      : namesNothing(hash)
        ? await openNothing(hash)
        : reloaded
          ? await openLast(session)
          : undefined;
  if (isOvertaken() || (first?.ok && (await open(first)))) return;
  const builtin = await openBuiltin(DEFAULT_SCENARIO_ID);
  const refusal = first?.ok ? session.store.getState().notice?.text : first?.message;
  if (isOvertaken() || !(await open(builtin))) return;
  if (refusal !== undefined) session.actions.notify("error", refusal);
}

async function openLast(session: Session): Promise<Opened | undefined> {
  const last = session.lastScenario();
  if (last === undefined) return undefined;
  const opened = last.origin.kind === "bundled" ? await openBuiltin(last.origin.id) : await openStored(last);
  const position = session.lastPosition();
  return opened?.ok && position !== undefined ? { ...opened, position } : opened;
}

async function openStored({ origin, scenario, baseId }: StoredScenario): Promise<Opened | undefined> {
  const { parseApart } = await import("./parseApart.ts");
  const parsed = await parseApart(scenario);
  if (!parsed?.ok) return undefined;
  return {
    ok: true,
    scenario: parsed.scenario,
    origin: origin.kind === "edit" ? await editOf(baseId) : origin,
  };
}

/** The origin for changes of a built-in scenario. If the base is unknown, the scenario counts as unchanged. */
export async function editOf(baseId: string | undefined): Promise<ScenarioOrigin> {
  const base = baseId === undefined ? undefined : await openBuiltin(baseId);
  return base?.ok ? { kind: "edit", of: { scenario: base.scenario, origin: base.origin } } : { kind: "edit" };
}
