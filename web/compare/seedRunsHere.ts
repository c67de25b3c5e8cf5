/** The runs with several seeds of this page: one pool, used by the tiles and by the table. */
import { createMachinePool } from "../engine/machinePool.ts";
import { createSeedRuns } from "./seedRuns.ts";

export type { SeedState } from "./seedRuns.ts";

export const seedRuns = createSeedRuns(createMachinePool());
