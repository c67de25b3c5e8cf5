/** Connects to a learning platform by SCORM 1.2: the platform stores the progress and receives score, status and
 * answers. */
import type { Lab } from "../../lib/labs/lab.ts";
import { newProgress, type Progress, progressIn, readProgress } from "../../lib/labs/progress.ts";
import { scoreOf } from "../../lib/labs/score.ts";
import { readSuspendText, suspendText } from "../../lib/labs/suspend.ts";
import type { KeyValueStore } from "../ui/storage.ts";

interface ScormSession {
  readonly student: Progress["student"];
  /** The platform opens the lab to look at, and keeps nothing. */
  readonly isReview: boolean;
  /** Fault of the latest write. Undefined if the platform accepted it. */
  readonly fault: () => ScormFault | undefined;
  /** A store for one lab whose only entry is the progress. */
  readonly storage: (lab: Lab, seed: number) => KeyValueStore;
}

type SessionPage = Pick<Window, "addEventListener"> & { readonly location: Pick<Location, "reload"> };

const sessions = new WeakMap<ScormApi, ScormSession>();

/** A page has one session with its platform, however often a lab is opened in it. */
export function scormSession(api: ScormApi, page: SessionPage = window): ScormSession {
  const session = sessions.get(api) ?? openSession(scormCalls(api), page);
  sessions.set(api, session);
  return session;
}

function openSession(calls: ScormCalls, page: SessionPage): ScormSession {
  const refused = calls.initialize();
  const beganMs = Date.now();
  const isOpen = refused === undefined;
  const read = (element: string) => (isOpen ? (calls.get(element) ?? "") : "");
  const student = {
    name: read("cmi.core.student_name").slice(0, 100),
    number: read("cmi.core.student_id").slice(0, 40),
  };
  const isReview = ["review", "browse"].includes(read("cmi.core.lesson_mode"));
  const earlier = {
    isComplete: ["completed", "passed"].includes(read("cmi.core.lesson_status")),
    score: Number(read("cmi.core.score.raw")) || 0,
  };
  let suspended = read("cmi.suspend_data");
  const counted = isOpen ? calls.get("cmi.interactions._count") : undefined;
  /** Index of the next interaction. Undefined if the platform records none. */
  let interactions = counted === undefined ? undefined : Number(counted) || 0;
  let fault = refused;

  const spent = () => ["cmi.core.session_time", sessionTime(Date.now() - beganMs)] as const;
  function setAll(values: readonly (readonly [string, string])[]): ScormFault | undefined {
    for (const [element, value] of values) {
      const refused = calls.set(element, value);
      if (refused !== undefined) return refused;
    }
    return calls.commit();
  }

  // If a visit reports nothing, a platform takes it as finished and drops the stored progress.
  if (isOpen && !isReview)
    fault = setAll([
      ...(earlier.isComplete ? [] : [["cmi.core.lesson_status", "incomplete"] as const]),
      ["cmi.core.exit", "suspend"],
    ]);

  page.addEventListener("pagehide", () => {
    if (!isOpen) return;
    if (!isReview) calls.set(...spent());
    calls.finish();
  });
  // The SCORM session has ended. A page that the browser restores from memory has no connection.
  page.addEventListener("pageshow", (event) => {
    if (event.persisted) page.location.reload();
  });

  /** These elements are optional for platforms. If one refuses them, the student loses nothing. */
  function record(lab: Lab, before: Progress | undefined, now: Progress): void {
    for (const fields of newInteractions(lab, before, now, new Date())) {
      if (interactions === undefined) return;
      const index = interactions;
      const refused = fields.map(([field, value]) => calls.set(`cmi.interactions.${index}.${field}`, value));
      interactions = refused[0] === undefined ? index + 1 : undefined;
    }
  }

  function keep(lab: Lab, before: Progress | undefined, progress: Progress): ScormFault | undefined {
    const text = suspendText(progress);
    if (text === suspended && fault === undefined) return undefined;
    const { points, of, complete } = scoreOf(lab, progress);
    const score = of === 0 ? 0 : Math.round((100 * points) / of);
    const isFinished = complete || earlier.isComplete;
    calls.set("cmi.core.score.min", "0");
    calls.set("cmi.core.score.max", "100");
    record(lab, before, progress);
    const refused = setAll([
      ["cmi.suspend_data", text],
      // A lab that was finished stays finished, with the better score.
      ["cmi.core.score.raw", String(earlier.isComplete ? Math.max(score, earlier.score) : score)],
      ["cmi.core.lesson_status", isFinished ? "completed" : "incomplete"],
      ["cmi.core.exit", complete ? "" : "suspend"],
      spent(),
    ]);
    if (refused === undefined) suspended = text;
    return refused;
  }

  return {
    student,
    isReview,
    fault: () => fault,
    storage: (lab, seed) => {
      const kept = readSuspendText(suspended);
      let last = kept?.lab === lab.id && kept.seed === seed ? kept : undefined;
      const isKept = () => isOpen && !isReview && fault === undefined;
      return {
        read: () => JSON.stringify(last ?? { ...newProgress(lab, seed), student }),
        write: (_, text) => {
          const progress = readProgress(text, lab, seed);
          if (progress === undefined) return isKept();
          if (isOpen && !isReview) fault = keep(lab, last, progress);
          last = progress;
          return isKept();
        },
        remove: () => true,
        names: () => [],
        watch: () => () => undefined,
      };
    },
  };
}

/** `0001:02:03.00`. */
export function sessionTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, "0");
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}

/** Answers to numbers and choices as SCORM 1.2 records them, for the statistics that platforms make of them. */
/** Last part of the element's name, and its value, in the order in which they are set. */
type Interaction = readonly (readonly [field: string, value: string])[];

const OPTIONS = "abcdefgh";

/** Answers given since the last call. An answer that changed twice in between counts once, with its last value. */
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
/** The standard asks a page to search this many levels up. */
const FRAME_LIMIT = 7;

/** In a frame around this one, or in the window that opened it or its frames. Another origin's cannot be read. */
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
interface ScormFault {
  readonly call: string;
  /** Code of the standard: 301 is "not initialized". Empty if the platform gives none. */
  readonly code: string;
  readonly text: string;
}

interface ScormCalls {
  /** Undefined if the platform accepted it. */
  readonly initialize: () => ScormFault | undefined;
  readonly set: (element: string, value: string) => ScormFault | undefined;
  readonly commit: () => ScormFault | undefined;
  readonly finish: () => ScormFault | undefined;
  /** Undefined if the platform has no such element, or does not return it. */
  readonly get: (element: string) => string | undefined;
}

/** A platform is a foreign script: it may throw, and answer with other types than the standard asks for. */
function scormCalls(api: ScormApi): ScormCalls {
  function errorCode(): string {
    try {
      const code = String(api.LMSGetLastError());
      return code === "0" ? "" : code;
    } catch {
      return "";
    }
  }
  function faultOf(call: string): ScormFault {
    const code = errorCode();
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
        return errorCode() === "" ? String(value ?? "") : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** none: nothing indicates a platform. silent: the address names one, but none answers. */
export type Platform = ScormSession | "none" | "silent";

export function platformOf(isExpected: boolean, page: Window): Platform {
  if (!isExpected) return "none";
  const api = findScormApi(page);
  return api === undefined ? "silent" : scormSession(api, page);
}
