/** What stands beside the two machines, loaded once they are there. */
export { ComparePanel } from "./ComparePanel.tsx";
export { Race } from "./race/Race.tsx";
