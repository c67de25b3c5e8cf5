import type { TermId } from "../../../lib/terms/terms.ts";

/** Fields whose name is a technical term, by the last part of their path. */
export const FIELD_TERMS: Readonly<Record<string, TermId | undefined>> = {
  loadUseCycles: "load-use",
  writePolicy: "write-back",
  storeBufferEntries: "store-buffer",
  pinnedWays: "pinned-ways",
  layer: "layer",
  priority: "priority",
  trigger: "trigger",
  policy: "selection-policy",
};
