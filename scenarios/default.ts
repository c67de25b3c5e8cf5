/** The scenario that the page opens first; apart, so that the build can name it without loading the others. */
export const DEFAULT_SCENARIO_ID = "ring-overflow";
