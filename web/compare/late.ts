/** Parts beside the two machines, loaded once the machines are there. */
export { ComparePanel } from "./ComparePanel.tsx";
export { Race } from "./race/Race.tsx";
