/** Most instructions of a pipeline log for Konata. The log is sorted by cycle, so memory holds all of them until the
 * window ends: 25 MB. */
export const KONATA_INSTRUCTION_LIMIT = 2 ** 18;
