/** Most instructions of a pipeline log for Konata. The log is in the order of cycles, so all of them are in memory until
 * its window is over: 25 MB. */
export const KONATA_INSTRUCTION_LIMIT = 2 ** 18;
