import { DROP_WORDS } from "../../lib/metrics/registry/dropCauses.ts";
import { labels } from "../text/t.ts";

const WORDS: Readonly<Record<string, string>> = labels(DROP_WORDS);

/** Why a frame was lost, in the words of the registry of metrics. */
export const dropWords = (cause: string): string => WORDS[cause] ?? cause;
