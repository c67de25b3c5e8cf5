import type { ScenarioError } from "../scenarios/base/messages.ts";

/** Type of the `command` that every command module exports. */
export interface Command {
  /** The line in the list of `irqscope --help`. */
  readonly summary: string;
  /** The whole text of `irqscope NAME --help`. */
  readonly help: string;
  /** `args` follow the name of the command. Throws InputError for bad input. */
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
}

export type ExitCode =
  | typeof DONE
  | typeof CHECK_FAILED
  | typeof BAD_INPUT
  | typeof FAULT
  | typeof INTERRUPTED
  | typeof TERMINATED
  | typeof HUNG_UP
  | typeof QUIT
  | typeof NO_READER;

export const DONE = 0;
export const CHECK_FAILED = 1;
export const BAD_INPUT = 2;
/** A fault of irqscope itself. */
export const FAULT = 3;
/** Exit codes that shells give for SIGINT, SIGTERM, SIGHUP and SIGQUIT. */
export const INTERRUPTED = 130;
export const TERMINATED = 143;
export const HUNG_UP = 129;
export const QUIT = 131;
/** Standard output has lost its reader. Shells give this code for SIGPIPE, which Node ignores. */
export const NO_READER = 141;

export interface Complaint {
  /** The file, or the word of the command line that is wrong. */
  readonly subject: string;
  readonly field?: string;
  readonly reason: string;
}

/** Bad input: printed as `error: SUBJECT: field: reason`, with exit code 2. Files already written are whole. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly complaints: readonly Complaint[];

  constructor(...complaints: readonly Complaint[]) {
    super(complaints.map(complaintText).join("\n"));
    this.complaints = complaints;
  }
}

/** Characters that control a terminal, that reverse or hide the words around them, or that have no shape. Any name
 * may contain them. Joiners of letters and of pictures (\u200c, \u200d) are kept. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]|\u034f/gu;

/** Limit for each part of a message. An argument of 100,000 characters would hide the error. */
const SHOWN_CHARACTERS = 4096;

export function complaintText({ subject, field, reason }: Complaint): string {
  return [subject, field, reason]
    .filter((part) => part !== undefined)
    .map((part) => printable(shortened(part, SHOWN_CHARACTERS)))
    .join(": ");
}

/** A longer text ends with "…" and its number of characters. */
export const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;

/** Escapes characters of foreign text that would control the terminal. Line ends stay. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

function escaped(character: string): string {
  return character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A warning about a valid scenario. It is printed to stderr, not with the result. */
export function warningText(subject: string, { field, message }: ScenarioError): string {
  return `warning: ${complaintText({ subject, field, reason: message })}`;
}
