/** Chooses the theme: from the address, otherwise the user's choice, otherwise the system's. public/theme.js does the
 * same before the first paint. */
import type { ThemeChoice } from "../state/store.ts";

export type Theme = "light" | "dark";

export function forcedTheme(search: string): Theme | undefined {
  const value = new URLSearchParams(search).get("theme");
  return value === "dark" || value === "light" ? value : undefined;
}

export function resolveTheme(choice: ThemeChoice, forced: Theme | undefined, systemIsDark: boolean): Theme {
  return forced ?? (choice === "system" ? (systemIsDark ? "dark" : "light") : choice);
}
