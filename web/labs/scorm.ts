/** A learning platform that speaks SCORM 1.2: it keeps the progress and is told score, status and answers. */
import type { Lab } from "../../lib/labs/lab.ts";
import { newProgress, type Progress, readProgress } from "../../lib/labs/progress.ts";
import { scoreOf } from "../../lib/labs/score.ts";
import { readSuspendText, suspendText } from "../../lib/labs/suspend.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { type ScormApi, type ScormCalls, type ScormFault, scormCalls } from "./scormApi.ts";
import { newInteractions } from "./scormInteractions.ts";

export interface ScormSession {
  readonly student: Progress["student"];
  /** The platform opens the lab to look at, and keeps nothing. */
  readonly isReview: boolean;
  /** Of the last write; undefined: the platform has taken it. */
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
  /** Index of the next one; undefined: the platform records none. */
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

  // A platform takes a visit that says nothing for a finished one, and forgets what was kept.
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

  /** Platforms need not have these elements: what they refuse is no loss to the student. */
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
      // What was finished before stays finished, with the better score.
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
