/** Loaded together, once the machine is on the screen. */
export { MetricsPanel } from "./metrics/MetricsPanel.tsx";
export { PageTabs } from "./PageTabs.tsx";
export { SideTabs } from "./SideTabs.tsx";
