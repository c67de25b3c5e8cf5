/** The name and number that this device remembers for the next lab, if the student wants that. */
import type { Progress } from "../../lib/labs/progress.ts";
import { studentSchema } from "../../lib/labs/progress.ts";
import { readJson } from "../../scenarios/read/json.ts";
import type { KeyValueStore } from "../ui/storage.ts";

type Student = Progress["student"];

const KEY = "irqscope.student";

export function rememberedStudent(storage: KeyValueStore): Student | undefined {
  const json = readJson(storage.read(KEY) ?? "");
  const parsed = json.ok ? studentSchema.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

/** Undefined forgets. Returns whether it is done. */
export function rememberStudent(storage: KeyValueStore, student: Student | undefined): boolean {
  return student === undefined ? storage.remove(KEY) : storage.write(KEY, JSON.stringify(student));
}
