/** The study of this page, with one pool of workers and one store for its rows. */
import { createMachinePool } from "../engine/machinePool.ts";
import { pageOf } from "../state/usePage.ts";
import { browserStorage } from "../ui/storage.ts";
import { keptRows } from "./keptRows.ts";
import { createStudyPage } from "./studyPage.ts";
import { createStudyRuns } from "./studyRuns.ts";

const WORKER_LIMIT = 16;
const cores = navigator.hardwareConcurrency || 1;
/** If there are more than two cores, one is left for the page. */
const workers = Math.max(1, Math.min(WORKER_LIMIT, cores > 2 ? cores - 1 : cores));

export const studyRuns = createStudyRuns({
  pool: createMachinePool(undefined, workers),
  workers,
  kept: keptRows(),
});

export const studyPage = createStudyPage({
  runs: studyRuns,
  storage: browserStorage,
  writeHash: (hash) => {
    if (pageOf(window.location.hash) === "sweep") window.history.replaceState(window.history.state, "", hash);
  },
});
