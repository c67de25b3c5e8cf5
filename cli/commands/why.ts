/** `irqscope why`: the chain of causes of a loss or of a delay. */

import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import type { Traveller } from "../../lib/journeys/journey.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { explain } from "../../lib/why/explain.ts";
import { findingsOfRun, findTarget, type Sought } from "../../lib/why/find.ts";
import { type Sentence, sentenceText } from "../../lib/why/patterns.ts";
import { type Said, sentencesOf } from "../../lib/why/sentences.ts";
import { targetOfFinding } from "../../lib/why/waitingThread.ts";
import type { Why, WhyTarget } from "../../lib/why/why.ts";
import { commandText, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { print, printJson } from "../output.ts";
import { withSettings } from "../settings.ts";
import { whole } from "../table.ts";

const HELP = `usage: irqscope why SCENARIO --packet N | --interrupt N | --drop N | --press N | --finding N
                    | --pending KIND [--at CYCLE] [--thread NAME]
                    [--set FIELD=VALUE] [--json]

Explains why a packet was lost or late, an interrupt late, or a press lost: what ran meanwhile, for how long, and why it
was not interrupted. The lengths of the chain add up to the delay.

  SCENARIO         a file or the id of a built-in scenario
  --packet N       the packet with this number, as on the page: lost or delivered
  --interrupt N    the interrupt with this number
  --drop N         the N-th packet that was lost, from 1 on
  --press N        the N-th press of a button that was lost, from 1 on
  --pending KIND   the timer or software interrupt of a thread in machine mode that waits at the end of the run and has
                   no number, because no handler has begun; --at CYCLE: that waits then; --thread NAME: of this thread,
                   otherwise the one that has waited longest
  --finding N      the N-th finding that irqscope run prints, from 1 on
  --set FIELD=VALUE
                   another value of a field, by its path or its end, as for irqscope run; may be repeated
  --json           { irqscope, model, command, what, number, cycle, cause, full, fromCycle, toCycle, clauses, sentences }
`;

type Asked = Sought | "finding";

const SOUGHT = ["packet", "interrupt", "drop", "press", "finding"] as const;
const NAMES: Readonly<Record<Asked, string>> = {
  packet: "packet",
  interrupt: "interrupt of a line",
  drop: "lost packet",
  press: "lost press",
  finding: "finding",
};
/** Packets and interrupts have their own numbers; these kinds are counted. */
const COUNTED: readonly Asked[] = ["drop", "press", "finding"];

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    packet: { type: "string" },
    interrupt: { type: "string" },
    drop: { type: "string" },
    press: { type: "string" },
    finding: { type: "string" },
    pending: { type: "string" },
    at: { type: "string" },
    thread: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, SCENARIO_ARGUMENT);
  const given = [...SOUGHT, "pending" as const].filter((what) => values[what] !== undefined);
  const [what] = given;
  if (what === undefined || given.length > 1)
    throw new InputError({
      subject: "arguments",
      reason:
        "one of --packet N, --interrupt N, --drop N, --press N, --finding N and --pending KIND is needed",
    });
  const { at, thread } = values;
  if (what !== "pending" && (at ?? thread) !== undefined)
    throw new InputError({ subject: "arguments", reason: "--at and --thread need --pending" });
  const scenario = withSettings(await loadScenario(subject), values.set);
  const core = await openCore();
  const travels = travelFromStart(core, scenario);
  const why =
    what === "pending"
      ? pendingWhy(travels, values.pending, at, thread)
      : numberedWhy(travels, what, values[what] ?? "");
  const said = sentencesOf(scenario, why);
  const text = whyText(said);
  const origin = originJson(originOf(core, commandText("why", [subject], values)));
  if (values.json) await printJson({ ...origin, ...why, sentences: text.sentences });
  else await print(text.page);
  return DONE;
}

function numberedWhy(travels: Traveller, what: Asked, text: string): Why {
  const subject = `--${what}`;
  const number = numberOf(subject, text, COUNTED.includes(what) ? 1 : 0);
  const target = what === "finding" ? targetOf(travels, number) : finished(findTarget(travels, what, number));
  if (target === undefined)
    throw new InputError({ subject, reason: `there is no ${NAMES[what]} ${number} in this run` });
  const why = finished(explain(travels, target));
  if (why !== undefined) return why;
  throw new InputError({
    subject,
    reason: `${what} ${number} is not over at the end of the run, or was merged into another`,
  });
}

function pendingWhy(travels: Traveller, source: string | undefined, at?: string, thread?: string): Why {
  const { scenario, limit } = travels;
  const subject = "--pending";
  if (source !== "timer" && source !== "software")
    throw new InputError({ subject, reason: `must be timer or software, not "${source}"` });
  const cycle = wholeNumber(at, "--at", 1, limit) ?? limit;
  const of = scenario.software.threads.findIndex(({ name, machineMode }) => machineMode && name === thread);
  if (thread !== undefined && of < 0)
    throw new InputError({ subject: "--thread", reason: `no thread "${thread}" is in machine mode` });
  const target = { what: "pending", source, cycle, ...(of < 0 ? {} : { thread: of }) } as const;
  const why = finished(explain(travels, target));
  if (why !== undefined) return why;
  throw new InputError({ subject, reason: `no ${source} interrupt is pending at cycle ${cycle}` });
}

/** Undefined if there is no such finding. */
function targetOf(travels: Traveller, number: number): WhyTarget | undefined {
  const finding = finished(findingsOfRun(travels))[number - 1];
  if (finding === undefined) return undefined;
  const target = targetOfFinding(travels.scenario, finding, travels.limit);
  if (target !== undefined) return target;
  throw new InputError({
    subject: "--finding",
    reason: `finding ${number} (${finding.kind}) is not a wait for a processor: its own sentence names the cause`,
  });
}

function numberOf(flag: string, text: string, least: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new InputError({ subject: flag, reason: `must be a whole number from ${least} on, not "${text}"` });
}

export const command: Command = {
  summary: "why a packet was lost or late, an interrupt late",
  help: HELP,
  run,
};

// ---- a chain of causes as text ----

function whyText({ headline, clauses }: Said): {
  readonly page: string;
  readonly sentences: readonly string[];
} {
  const text = (sentences: readonly Sentence[]) => sentences.map((one) => sentenceText(one, whole)).join(" ");
  const told = clauses.map(({ clause, sentences }) => ({
    cycles: `${whole(clause.fromCycle)} - ${whole(clause.toCycle)}`,
    text: text(sentences),
  }));
  const width = Math.max(0, ...told.map(({ cycles }) => cycles.length));
  const lines = told.map(({ cycles, text: of }) => `  ${cycles.padStart(width)}  ${of}`);
  return {
    page: [text(headline), "", ...lines].join("\n").trimEnd(),
    sentences: [text(headline), ...told.map(({ text: of }) => of)],
  };
}
