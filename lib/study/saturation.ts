/** Share of the time that a server works: from here on the mean wait of its queue, and how long that takes to settle, grow
 * steeply (as 1 / (1 - share), and its square). */
export const NEAR_SATURATION = 0.9;
