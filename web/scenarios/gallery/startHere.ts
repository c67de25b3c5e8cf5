/** The way into the subject: built-in scenarios in the order in which they teach, each with its story. */
import { t } from "../../text/t.ts";

interface PathStep {
  readonly id: string;
  /** Of its story, with its actions and its question. */
  readonly minutes: number;
  /** The title of its story. */
  readonly question: () => string;
}

export const START_HERE: readonly PathStep[] = [
  { id: "one-packet", minutes: 3, question: () => t("What happens to one packet?") },
  { id: "ring-overflow", minutes: 3, question: () => t("Why are packets lost?") },
  { id: "coalescing", minutes: 3, question: () => t("One interrupt for how many frames?") },
  { id: "napi-budget", minutes: 3, question: () => t("How does polling end the livelock?") },
  { id: "overload-three-contexts", minutes: 3, question: () => t("What do three contexts change?") },
  { id: "eight-cores", minutes: 3, question: () => t("Why are packets lost while cores are idle?") },
];
