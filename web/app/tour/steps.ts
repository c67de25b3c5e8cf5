/** One minute around the page: where the machine, time and numbers are, and how to take a place along. */
import type { Label } from "../../text/t.ts";

export interface TourStep {
  readonly id: string;
  /** What it points at, the first that is seen; none: it speaks of the page as a whole. */
  readonly targets: readonly string[];
  readonly title: Label;
  readonly text: Label;
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: "stage",
    targets: [".stage-frame", ".page__panel--stage"],
    title: "The machine",
    text: "A packet comes from the wire, goes through the card's ring and the interrupt controller, and becomes work in the pipeline. Colour is the software layer that works; hatched is time lost.",
  },
  {
    id: "transport",
    targets: [".transport"],
    title: "Forward and back",
    text: "Play at any speed. Step forward or back by cycle, instruction, packet or event. Run to goes to the next interrupt, drop or delivery.",
  },
  {
    id: "timeline",
    targets: [".page__timeline"],
    title: "The whole run",
    text: "A lane for each context, the fill of rings and queues, drops as ✕. Zoom with the wheel or two fingers down to single instructions; press anywhere to go there.",
  },
  {
    id: "metrics",
    targets: [".side", "[role=tablist]"],
    title: "What it cost",
    text: "Latency and where it went, throughput and drops, time by layer, up to the cycle where you stand. Settings, beside it, changes any field of the machine while it runs.",
  },
  {
    id: "scenarios",
    targets: [".picker__trigger"],
    title: "Other machines",
    text: "Demos and published experiments, each with its picture, your own scenarios, and files: open a capture, or drop it on the page, to see it handled.",
  },
  {
    id: "share",
    targets: [".share-trigger"],
    title: "Share it",
    text: "Share gives a link that opens this machine at this cycle for everybody. All commands are behind the magnifying glass; on a keyboard, a question mark shows the keys.",
  },
];
