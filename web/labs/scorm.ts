/** Connects to a learning platform by SCORM 1.2: the platform stores the progress and receives score, status and
 * answers. The device keeps a copy for each student, which is merged when the lab opens the next time. */
import { digestOf } from "../../lib/labs/digest.ts";
import { scoreOf } from "../../lib/labs/graded.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import { newProgress, type Progress, readProgress } from "../../lib/labs/progress.ts";
import { readSuspendText, suspendText } from "../../lib/labs/suspend.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { platformCopyKey } from "./labKeys.ts";
import {
  findScormApi,
  newInteractions,
  type ScormApi,
  type ScormCalls,
  type ScormFault,
  scormCalls,
} from "./scormApi.ts";

/** Facts about the platform that a student must know. */
export type PlatformNotice =
  /** The page cannot read the stored progress. It writes nothing until it can. */
  | { readonly kind: "unread"; readonly fault: ScormFault; readonly isOnDevice: boolean }
  | { readonly kind: "refused"; readonly fault: ScormFault; readonly isOnDevice: boolean }
  /** The platform keeps something that is not progress. It was put aside on this device. */
  | { readonly kind: "unreadable" }
  /** The platform has no room for all of it. */
  | { readonly kind: "partly"; readonly isOnDevice: boolean }
  /** The platform opens the lab to look at, and keeps nothing. */
  | { readonly kind: "review" };

export interface ScormSession {
  /** Undefined until the platform has named the student. */
  readonly student: () => Progress["student"] | undefined;
  readonly notice: () => PlatformNotice | undefined;
  /** Calls the listener when the notice may have changed. Returns a function that stops it. */
  readonly watch: (listener: () => void) => () => void;
  /** A store for one lab whose only entry is the progress. `device`: where the copy is. */
  readonly storage: (lab: Lab, seed: number, device: KeyValueStore) => KeyValueStore;
}

type SessionPage = Pick<Window, "addEventListener"> & {
  readonly location: Pick<Location, "reload" | "pathname">;
  readonly document: Pick<Document, "addEventListener" | "visibilityState">;
};

const sessions = new WeakMap<ScormApi, ScormSession>();

/** A page has one session with its platform, however often a lab is opened in it. */
export function scormSession(api: ScormApi, page: SessionPage = window): ScormSession {
  const session = sessions.get(api) ?? openSession(scormCalls(api), page);
  sessions.set(api, session);
  return session;
}

/** State of the platform when the lab was opened. */
interface Known {
  readonly student: Progress["student"];
  readonly isReview: boolean;
  readonly isComplete: boolean;
  readonly score: number;
  readonly suspended: string;
  /** Index of the next interaction. Undefined if the platform records none. */
  readonly interactions: number | undefined;
}

type Knowledge =
  | { readonly ok: true; readonly known: Known }
  | { readonly ok: false; readonly fault: ScormFault };

/** Codes of elements that a platform need not have: unknown, no list, not implemented. */
const NOT_IMPLEMENTED = ["201", "203", "401"];

function readAll({ get }: ScormCalls): Knowledge {
  const faults: ScormFault[] = [];
  const need = (element: string): string => {
    const read = get(element);
    if (!read.ok) faults.push(read.fault);
    return read.ok ? read.value : "";
  };
  const may = (element: string): string | undefined => {
    const read = get(element);
    if (!read.ok && !NOT_IMPLEMENTED.includes(read.fault.code)) faults.push(read.fault);
    return read.ok ? read.value : undefined;
  };
  const count = may("cmi.interactions._count");
  const isComplete = ["completed", "passed"].includes(need("cmi.core.lesson_status"));
  const score = isComplete ? need("cmi.core.score.raw") : "";
  const known: Known = {
    student: {
      name: (may("cmi.core.student_name") ?? "").slice(0, 100),
      number: need("cmi.core.student_id").slice(0, 40),
    },
    isReview: ["review", "browse"].includes(may("cmi.core.lesson_mode") ?? "normal"),
    isComplete,
    score: Number(score) || 0,
    suspended: need("cmi.suspend_data"),
    interactions: count === undefined ? undefined : Number(count) || 0,
  };
  const [fault] = faults;
  return fault === undefined ? { ok: true, known } : { ok: false, fault };
}

/** A refused write or a failed read is tried again after so long. */
const RETRY_MS = 10_000;
/** Time, and typed text that is not yet an answer, are written this long after the first change. */
const REST_MS = 20_000;

/** One lab whose progress the platform stores. */
interface Kept {
  readonly lab: Lab;
  /** Progress on the page. */
  progress: Progress;
  /** Progress that the platform has accepted. */
  sent: Progress | undefined;
  /** The platform has become readable, and the page merges its progress. */
  readonly onKnown: (known: Known) => void;
}

/** The connection with the platform, which may fail and come back. */
interface Link {
  readonly known: () => Known | undefined;
  readonly fault: () => ScormFault | undefined;
  readonly isWhole: () => boolean;
  readonly setKept: (kept: Kept) => void;
  /** Sends new answers at once, and other changes after a pause. */
  readonly send: () => void;
}

function openSession(calls: ScormCalls, page: SessionPage): ScormSession {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const link = openLink(calls, page, tell);
  let hasPutAside = false;
  let isOnDevice = false;

  function notice(): PlatformNotice | undefined {
    const fault = link.fault();
    const known = link.known();
    if (known === undefined) {
      const unknown = { call: "", code: "", text: "" };
      return { kind: "unread", fault: fault ?? unknown, isOnDevice };
    }
    if (known.isReview) return { kind: "review" };
    if (fault !== undefined) return { kind: "refused", fault, isOnDevice };
    if (hasPutAside) return { kind: "unreadable" };
    return link.isWhole() ? undefined : { kind: "partly", isOnDevice };
  }
  function isKept(): boolean {
    const kind = notice()?.kind;
    return kind === undefined || kind === "unreadable" || kind === "partly";
  }

  return {
    student: () => link.known()?.student,
    notice,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    storage: (lab, seed, device) => {
      const heard = new Set<(text: string, before: string | undefined) => void>();
      const keyOf = ({ student }: Known, of: Pick<Progress, "lab" | "seed"> = { lab: lab.id, seed }) =>
        platformCopyKey(digestOf(`${page.location.pathname} ${student.number}`), of);
      /** Merges the progress on the platform with the progress on the device. */
      function merged(known: Known): Progress | undefined {
        const kept = readSuspendText(known.suspended);
        const isThis = kept?.lab === lab.id && kept.seed === seed;
        if (known.suspended !== "" && kept === undefined) {
          hasPutAside = true;
          device.write(`${keyOf(known)}.unreadable`, known.suspended);
        }
        if (kept !== undefined && !isThis && device.read(keyOf(known, kept)) === undefined)
          device.write(keyOf(known, kept), JSON.stringify(kept));
        const copy = readProgress(device.read(keyOf(known)) ?? "", lab, seed);
        const ofPlatform = isThis ? readProgress(JSON.stringify(kept), lab, seed) : undefined;
        // A new attempt after a submission starts again.
        const isNewAttempt = copy?.handedInAt !== undefined && known.suspended === "" && !known.isComplete;
        if (copy === undefined || isNewAttempt) return ofPlatform;
        return ofPlatform === undefined ? copy : mergedProgress(lab, ofPlatform, copy);
      }
      function copyOnDevice(text: string): void {
        const known = link.known();
        isOnDevice = known !== undefined && !known.isReview && device.write(keyOf(known), text);
      }
      const known = link.known();
      const ofPlatform = known && readSuspendText(known.suspended);
      const start = known && merged(known);
      const student = known?.student ?? { name: "", number: "" };
      const kept: Kept = {
        lab,
        progress: start ?? { ...newProgress(lab, seed), student },
        sent: ofPlatform?.lab === lab.id && ofPlatform.seed === seed ? ofPlatform : undefined,
        onKnown: (now) => {
          const theirs = merged(now) ?? { ...newProgress(lab, seed), student: now.student };
          for (const listener of heard) listener(JSON.stringify(theirs), undefined);
        },
      };
      copyOnDevice(JSON.stringify(kept.progress));
      link.setKept(kept);
      if (start !== undefined) link.send();
      return {
        read: () => {
          const known = link.known();
          const copy = known === undefined || !isOnDevice ? undefined : device.read(keyOf(known));
          return copy ?? JSON.stringify(kept.progress);
        },
        write: (_, text) => {
          const progress = readProgress(text, lab, seed);
          if (progress === undefined) return isKept();
          kept.progress = progress;
          copyOnDevice(text);
          link.send();
          return isKept();
        },
        remove: () => true,
        names: () => [],
        watch: (_, listener) => {
          heard.add(listener);
          const known = link.known();
          const stop = known && device.watch(keyOf(known), listener);
          return () => {
            heard.delete(listener);
            stop?.();
          };
        },
      };
    },
  };
}

function openLink(calls: ScormCalls, page: SessionPage, onChange: () => void): Link {
  const beganMs = Date.now();
  let known: Known | undefined;
  let fault: ScormFault | undefined;
  let isWhole = true;
  let interactions: number | undefined;
  let suspended = "";
  let kept: Kept | undefined;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const spent = () => ["cmi.core.session_time", sessionTime(Date.now() - beganMs)] as const;
  function setAll(values: readonly (readonly [string, string])[]): ScormFault | undefined {
    for (const [element, value] of values) {
      const refused = calls.set(element, value);
      if (refused !== undefined) return refused;
    }
    return calls.commit();
  }

  /** The session may still be open when the page is reloaded. */
  function learn(): void {
    const refused = calls.initialize();
    const all = readAll(calls);
    if (!all.ok) {
      fault = refused ?? all.fault;
      return;
    }
    known = all.known;
    ({ interactions, suspended } = known);
    // If a visit reports nothing, a platform takes it as finished and drops the stored progress.
    const status = known.isComplete ? [] : [["cmi.core.lesson_status", "incomplete"] as const];
    fault = known.isReview ? undefined : setAll([...status, ["cmi.core.exit", "suspend"]]);
  }

  /** Platforms may omit these elements. If one refuses them, the student loses nothing. */
  function record({ lab, sent, progress }: Kept): void {
    for (const fields of newInteractions(lab, sent, progress, new Date())) {
      if (interactions === undefined) return;
      const index = interactions;
      const refused = fields.map(([field, value]) => calls.set(`cmi.interactions.${index}.${field}`, value));
      interactions = refused[0] === undefined ? index + 1 : undefined;
    }
  }

  function write(of: Kept, { isComplete, score: earlier }: Known): void {
    const { lab, progress } = of;
    const suspend = suspendText(progress);
    if (suspend.text === suspended && fault === undefined) return;
    const { points, of: all } = scoreOf(lab, progress);
    const score = all === 0 ? 0 : Math.round((100 * points) / all);
    const isHandedIn = progress.handedInAt !== undefined;
    calls.set("cmi.core.score.min", "0");
    calls.set("cmi.core.score.max", "100");
    record(of);
    fault = setAll([
      ["cmi.suspend_data", suspend.text],
      // A lab that was finished stays finished, with the better score.
      ["cmi.core.score.raw", String(isComplete ? Math.max(score, earlier) : score)],
      ["cmi.core.lesson_status", isHandedIn || isComplete ? "completed" : "incomplete"],
      ["cmi.core.exit", isHandedIn ? "" : "suspend"],
      spent(),
    ]);
    isWhole = suspend.isWhole;
    if (fault !== undefined) return;
    suspended = suspend.text;
    of.sent = progress;
  }

  /** Writes everything that is not written yet. Sends nothing to a platform that has not been read. */
  function sendNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isOver) return;
    if (known === undefined) {
      learn();
      if (known !== undefined && kept !== undefined) kept.onKnown(known);
    } else if (!known.isReview && kept !== undefined) write(kept, known);
    if (fault !== undefined && !isOver) timer = setTimeout(sendNow, RETRY_MS);
    onChange();
  }

  learn();
  if (fault !== undefined) timer = setTimeout(sendNow, RETRY_MS);
  page.document.addEventListener("visibilitychange", () => {
    if (page.document.visibilityState !== "hidden" || isOver) return;
    sendNow();
    if (known === undefined || known.isReview) return;
    calls.set(...spent());
    calls.commit();
  });
  page.addEventListener("pagehide", () => {
    if (known !== undefined && !known.isReview) {
      sendNow();
      calls.set(...spent());
    }
    isOver = true;
    clearTimeout(timer);
    if (known !== undefined) calls.finish();
  });
  // The SCORM session has ended. A page that the browser restores from memory has no connection.
  page.addEventListener("pageshow", (event) => {
    if (event.persisted) page.location.reload();
  });

  return {
    known: () => known,
    fault: () => fault,
    isWhole: () => isWhole,
    setKept: (one) => {
      kept = one;
    },
    send: () => {
      if (known === undefined || kept === undefined) return;
      const isLeaving = page.document.visibilityState === "hidden";
      if (isLeaving || workOf(kept.progress) !== workOf(kept.sent)) sendNow();
      else timer ??= setTimeout(sendNow, REST_MS);
    },
  };
}

/** The part of progress that a student would miss at once. */
function workOf(progress: Progress | undefined): string {
  if (progress === undefined) return "";
  const steps = Object.entries(progress.steps).map(([id, step]) => {
    const { seconds: _seconds, drafts: _drafts, ...work } = step;
    return [id, work];
  });
  return JSON.stringify([progress.student, progress.handedInAt, progress.runs, steps]);
}

/** `0001:02:03.00`. */
export function sessionTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, "0");
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}

/** none: there is no sign of a platform. silent: the address names one, but none answers. */
export type Platform = ScormSession | "none" | "silent";

export function platformOf(isExpected: boolean, page: Window): Platform {
  if (!isExpected) return "none";
  const api = findScormApi(page);
  return api === undefined ? "silent" : scormSession(api, page);
}
