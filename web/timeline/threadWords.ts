/** The activity of a thread in words. */
import type { ThreadState } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import type { MachineLabels } from "./spec.ts";

/** `subject` is the lock or the queue that it waits for, if that is known. */
export function threadStateText(
  { locks, queues }: Pick<MachineLabels, "locks" | "queues">,
  state: ThreadState,
  subject: number | undefined,
): string {
  const lock = locks[subject ?? -1];
  const queue = queues[subject ?? -1]?.name;
  switch (state) {
    case "absent":
      return t("has nothing to do");
    case "running":
      return t("runs|thread");
    case "entry":
      return t("is entered");
    case "save":
      return t("saves or restores registers");
    case "ready":
      return t("ready, another thread runs");
    case "lock":
      return lock === undefined ? t("waits for a lock") : t("waits for lock {lock}", { lock });
    case "packet":
      return t("waits for a packet");
    case "room":
      return queue === undefined ? t("waits for room") : t("waits for room in {queue}", { queue });
    case "time":
      return t("sleeps");
    case "raise":
      return t("waits to be woken");
    case "device":
      return t("waits for a device");
    case "masked":
      return t("its interrupt is masked");
  }
}
