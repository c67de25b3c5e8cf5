/** Parts that are shown next to the two machines. They are loaded after the machines. */
export { ComparePanel } from "./ComparePanel.tsx";
export { Race } from "./race/Race.tsx";
