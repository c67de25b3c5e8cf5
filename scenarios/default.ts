/** The scenario that the page opens first. In a file of its own, so that the build can name it without loading the
 * others. */
export const DEFAULT_SCENARIO_ID = "ring-overflow";
