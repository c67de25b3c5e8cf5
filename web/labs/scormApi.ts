/** The interface of a learning platform by SCORM 1.2: where a page finds it, and how it is called. */
import type { Lab } from "../../lib/labs/lab.ts";
import { type Progress, progressIn } from "../../lib/labs/progress.ts";

/** The run-time interface of SCORM 1.2, with the names of the standard. All answers are texts. */
export interface ScormApi {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** Required functions. A platform without the two error functions can be used as well. */
const NEEDED = ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"];
/** The standard requires a page to search this number of levels up. */
const FRAME_LIMIT = 7;

/** Searches the frames around this one, then the opener and its frames. Windows of other origins are unreadable. */
export function findScormApi(from: Window): ScormApi | undefined {
  return inFrames(from) ?? inOpener(from) ?? inOpener(topOf(from));
}

function inOpener(window: Window): ScormApi | undefined {
  try {
    return window.opener === null || window.opener === undefined ? undefined : inFrames(window.opener);
  } catch {
    return undefined;
  }
}

function topOf(window: Window): Window {
  return window.top ?? window;
}

function inFrames(from: Window): ScormApi | undefined {
  let frame = from;
  for (let depth = 0; depth <= FRAME_LIMIT; depth++) {
    try {
      const api: unknown = Reflect.get(frame, "API");
      if (isApi(api)) return api;
    } catch {
      return undefined;
    }
    if (frame.parent === frame) return undefined;
    frame = frame.parent;
  }
  return undefined;
}

function isApi(value: unknown): value is ScormApi {
  return (
    typeof value === "object" &&
    value !== null &&
    NEEDED.every((name) => typeof Reflect.get(value, name) === "function")
  );
}

/** A platform's description of a call that it has refused. */
export interface ScormFault {
  readonly call: string;
  /** Code of the standard, such as 301, "not initialized". Empty if the platform gives none. */
  readonly code: string;
  readonly text: string;
}

type ScormRead =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: ScormFault };

export interface ScormCalls {
  /** Undefined if the platform accepted it. */
  readonly initialize: () => ScormFault | undefined;
  readonly set: (element: string, value: string) => ScormFault | undefined;
  readonly commit: () => ScormFault | undefined;
  readonly finish: () => ScormFault | undefined;
  /** An empty value exists on the platform. A value whose read fails does not. */
  readonly get: (element: string) => ScormRead;
}

/** A platform is a foreign script: it may throw, and answer with other types than the standard asks for. */
export function scormCalls(api: ScormApi): ScormCalls {
  function errorCode(): string {
    try {
      const code = String(api.LMSGetLastError());
      return code === "0" ? "" : code;
    } catch {
      return "";
    }
  }
  function faultOf(call: string, code = errorCode()): ScormFault {
    try {
      const text = code === "" ? "" : String(api.LMSGetErrorString(code) ?? "");
      return { call, code, text: text.slice(0, 120) };
    } catch {
      return { call, code, text: "" };
    }
  }
  function told(call: string, run: () => unknown): ScormFault | undefined {
    try {
      return String(run()) === "true" ? undefined : faultOf(call);
    } catch (error) {
      return { call, code: "", text: String(error).slice(0, 120) };
    }
  }
  return {
    initialize: () => told("LMSInitialize", () => api.LMSInitialize("")),
    set: (element, value) => told(element, () => api.LMSSetValue(element, value)),
    commit: () => told("LMSCommit", () => api.LMSCommit("")),
    finish: () => told("LMSFinish", () => api.LMSFinish("")),
    get: (element) => {
      try {
        const value: unknown = api.LMSGetValue(element);
        const code = errorCode();
        if (code === "") return { ok: true, value: String(value ?? "") };
        return { ok: false, fault: faultOf(element, code) };
      } catch (error) {
        return { ok: false, fault: { call: element, code: "", text: String(error).slice(0, 120) } };
      }
    },
  };
}

/** Last part of the element's name, and its value, in the order in which they are set. */
type Interaction = readonly (readonly [field: string, value: string])[];

const OPTIONS = "abcdefgh";

/** Answers since the last call. An answer that changed twice counts once, with its last value. */
export function newInteractions(
  lab: Lab,
  before: Progress | undefined,
  now: Progress,
  at: Date,
): readonly Interaction[] {
  return lab.steps.flatMap((step) =>
    step.questions.flatMap((question) => {
      const answer = progressIn(now, step.id).answers[question.id];
      const earlier = before && progressIn(before, step.id).answers[question.id];
      if (answer === undefined || typeof answer.value !== "number") return [];
      if (answer.attempts === 0 || answer.attempts === earlier?.attempts) return [];
      const kind = question.kind;
      if (kind !== "number" && kind !== "choice") return [];
      const response = kind === "choice" ? OPTIONS[answer.value] : decimalText(answer.value);
      if (response === undefined) return [];
      const fields: Interaction = [
        // Letters, digits and underscores are an identifier everywhere.
        ["id", `${step.id}_${question.id}`.replaceAll("-", "_")],
        ["type", kind === "choice" ? "choice" : "numeric"],
        ["time", timeOfDay(at)],
        ["weighting", String(question.points)],
        ["student_response", response],
        ["result", answer.state === "right" ? "correct" : "wrong"],
      ];
      return [fields];
    }),
  );
}

/** A decimal of the standard has no exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return value.toLocaleString("en", { useGrouping: false, maximumSignificantDigits: 15 });
}

function timeOfDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
