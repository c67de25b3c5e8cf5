/** A queue between threads, in the colour of the layer that empties it. */
import { t } from "../../text/t.ts";
import { fillTrack } from "./fill.ts";

export const queue = fillTrack({
  kind: "queue",
  linkName: "queue",
  places: ({ queues }) => queues.map((_, index) => ({ index, least: 24, natural: 40, most: 90 })),
  name: (machine, index) => machine.queues[index]?.name ?? t("queue"),
  headroomPx: 10,
  fill: ({ queueFill }, index) => queueFill[index],
  lost: ({ losses }, index) => losses.queue[index],
  held: ({ queueFill }, index) => queueFill[index],
  layer: ({ queues }, index) => queues[index]?.layer,
});
