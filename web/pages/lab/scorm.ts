/** A learning platform that speaks SCORM 1.2: it keeps the progress and hears of the score. */
import type { Lab } from "../../../lib/labs/lab.ts";
import { readProgress } from "../../../lib/labs/progress.ts";
import { scoreOf } from "../../../lib/labs/score.ts";
import { readSuspendText, suspendText } from "../../../lib/labs/suspend.ts";
import type { KeyValueStore } from "../../base/storage.ts";

/** Names of the standard; all answers are texts. */
export interface ScormApi {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
}

/** As far up as the standard asks a page to look. */
const FRAME_LIMIT = 7;

/** In a frame around this one, or in the window that opened it. Another origin's frames cannot be read. */
export function findScormApi(from: Window): ScormApi | undefined {
  return inFrames(from) ?? (from.opener === null ? undefined : inFrames(from.opener));
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
  const names = ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"];
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === "function")
  );
}

/** A store for one lab whose only entry is the progress. */
export function scormStorage(api: ScormApi, lab: Lab, seed: number): KeyValueStore {
  api.LMSInitialize("");
  const began = Date.now();
  const student = {
    name: api.LMSGetValue("cmi.core.student_name").slice(0, 100),
    number: api.LMSGetValue("cmi.core.student_id").slice(0, 40),
  };
  let suspended = api.LMSGetValue("cmi.suspend_data");
  window.addEventListener("pagehide", () => {
    api.LMSSetValue("cmi.core.session_time", sessionTime(Date.now() - began));
    api.LMSFinish("");
  });
  return {
    read: () => {
      const kept = readSuspendText(suspended);
      const fresh = { lab: lab.id, seed, student, steps: {}, runs: {} };
      return JSON.stringify(kept ?? fresh);
    },
    write: (_, text) => {
      const progress = readProgress(text, lab, seed);
      if (progress === undefined) return true;
      const next = suspendText(progress);
      if (next === suspended) return true;
      suspended = next;
      const { points, of, complete } = scoreOf(lab, progress);
      api.LMSSetValue("cmi.suspend_data", suspended);
      api.LMSSetValue("cmi.core.score.min", "0");
      api.LMSSetValue("cmi.core.score.max", "100");
      api.LMSSetValue("cmi.core.score.raw", String(of === 0 ? 0 : Math.round((100 * points) / of)));
      api.LMSSetValue("cmi.core.lesson_status", complete ? "completed" : "incomplete");
      api.LMSCommit("");
      return true;
    },
    remove: () => true,
    names: () => [],
    watch: () => () => undefined,
  };
}

/** `0001:02:03.00`. */
export function sessionTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, "0");
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}
