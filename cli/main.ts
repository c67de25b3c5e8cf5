/** `irqscope COMMAND ...`: finds the command, prints help, turns errors into exit codes. */

import { VERSION } from "../lib/origin.ts";
import { nearest } from "../scenarios/base/messages.ts";
import { onlyPositional } from "./arguments.ts";
import { BAD_INPUT, type Command, complaintText, DONE, type ExitCode, FAULT, InputError } from "./command.ts";
import { command as answers } from "./commands/answers.ts";
import { command as asm } from "./commands/asm.ts";
import { command as bench } from "./commands/bench.ts";
import { command as bundle } from "./commands/bundle.ts";
import { command as compile } from "./commands/compile.ts";
import { command as decode } from "./commands/decode.ts";
import { command as embed } from "./commands/embed.ts";
import { command as exportRows } from "./commands/export.ts";
import { command as grade } from "./commands/grade.ts";
import { command as link } from "./commands/link.ts";
import { command as marks } from "./commands/marks.ts";
import { command as open } from "./commands/open.ts";
import { command as pack } from "./commands/pack.ts";
import { command as papers } from "./commands/papers.ts";
import { command as point } from "./commands/point.ts";
import { command as profile } from "./commands/profile.ts";
import { command as questions } from "./commands/questions.ts";
import { command as reportPage } from "./commands/report.ts";
import { command as run } from "./commands/run.ts";
import { command as scorm } from "./commands/scorm.ts";
import { command as search } from "./commands/search.ts";
import { command as service } from "./commands/service.ts";
import { command as sweep } from "./commands/sweep.ts";
import { command as trace } from "./commands/trace.ts";
import { command as validate } from "./commands/validate.ts";
import { command as variants } from "./commands/variants.ts";
import { command as verify } from "./commands/verify.ts";
import { command as why } from "./commands/why.ts";
import { print } from "./output.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["run", run],
  ["why", why],
  ["profile", profile],
  ["sweep", sweep],
  ["search", search],
  ["point", point],
  ["bundle", bundle],
  ["verify", verify],
  ["export", exportRows],
  ["report", reportPage],
  ["papers", papers],
  ["validate", validate],
  ["variants", variants],
  ["trace", trace],
  ["answers", answers],
  ["grade", grade],
  ["marks", marks],
  ["scorm", scorm],
  ["pack", pack],
  ["questions", questions],
  ["asm", asm],
  ["embed", embed],
  ["compile", compile],
  ["decode", decode],
  ["service", service],
  ["link", link],
  ["open", open],
  ["bench", bench],
]);

const HELP = `irqscope ${VERSION}: what an interrupt costs, cycle by cycle

usage: irqscope COMMAND [ARGUMENTS]

${Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`).join("\n")}

irqscope COMMAND --help tells more. Most commands take --json.
exit codes: 0 done, 1 a check failed, 2 bad input or nowhere to write, 3 a fault of irqscope,
130 ended by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP, 131 by SIGQUIT, 141 when nothing reads the output (| head)
`;

export async function main(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    await print(HELP);
    return BAD_INPUT;
  }
  if (name === "help" || name === "--help" || name === "-h") {
    await print(rest.length === 0 ? HELP : commandNamed(onlyPositional(rest, "COMMAND")).help);
    return DONE;
  }
  if (name === "--version") {
    if (rest[0] !== undefined)
      throw new InputError({ subject: name, reason: `stands alone, without "${rest[0]}"` });
    await print(VERSION);
    return DONE;
  }
  const command = commandNamed(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    await print(command.help);
    return DONE;
  }
  return command.run(rest);
}

function commandNamed(name: string): Command {
  const command = COMMANDS.get(name);
  if (command !== undefined) return command;
  const subject = name === "" ? '""' : name;
  if (name.startsWith("-"))
    throw new InputError({
      subject,
      reason: "is not an option; options follow the command, irqscope --help lists commands",
    });
  throw new InputError({ subject, reason: `is not a command; ${commandHint(name)}` });
}

function commandHint(name: string): string {
  const guess = nearest(name, [...COMMANDS.keys()]);
  return guess === undefined ? "irqscope --help lists them" : `did you mean ${guess}?`;
}

/** Reports an error on standard error. */
export function report(error: unknown): ExitCode {
  if (error instanceof InputError) {
    for (const complaint of error.complaints) process.stderr.write(`error: ${complaintText(complaint)}\n`);
    return BAD_INPUT;
  }
  process.stderr.write(`error: ${faultText(error)}\n`);
  return FAULT;
}

/** Messages of V8 for a failed allocation. */
const NO_MEMORY = /could not allocate memory|allocation failed|out of memory/i;

export function faultText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return NO_MEMORY.test(message)
    ? `there is too little memory (${message}); ulimit -v, or the limit of a container, may be too low`
    : `irqscope failed: ${message}`;
}
