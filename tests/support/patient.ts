/** Options for vi.waitFor and vi.waitUntil, whose default of a second is too short on a busy host. */
export const PATIENT = { timeout: 15_000 };
