/** For vi.waitFor and vi.waitUntil: a second, as they wait by default, is too short on a busy host. */
export const PATIENT = { timeout: 15_000 };
