import { labels } from "../text/t.ts";

/** Why a frame was lost. */
export const DROP_TEXT: Readonly<Record<string, string>> = labels({
  "rx-ring-full": "ring full",
  "tx-queue-full": "tx queue full",
  "queue-full": "queue full",
  "packet-table-full": "packet table full",
  abandoned: "abandoned",
  "fifo-full": "FIFO full",
  filtered: "filtered",
  "tx-underrun": "underrun",
  fault: "fault",
});
