import { useLayoutEffect, useState } from "react";
import { useActions, useApp } from "../state/hooks.ts";
import type { ThemeChoice } from "../state/store.ts";
import { useMedia } from "../ui/useMedia.ts";

export interface ThemeControl {
  readonly theme: Theme;
  readonly toggle: () => void;
}

/** Applies the current theme to the page. The address determines it until the user chooses. */
export function useTheme(): ThemeControl {
  const [forced, setForced] = useState(() => forcedTheme(window.location.search));
  const choice = useApp((state) => state.theme);
  const systemIsDark = useMedia("(prefers-color-scheme: dark)");
  const { setTheme } = useActions();
  const theme = resolveTheme(choice, forced, systemIsDark);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return {
    theme,
    toggle: () => {
      setForced(undefined);
      setTheme(theme === "dark" ? "light" : "dark");
    },
  };
}

export type Theme = "light" | "dark";

/** Chooses the theme: from the address, otherwise the user's choice, otherwise the system's. public/theme.js does the
 * same before the first paint. */
export function forcedTheme(search: string): Theme | undefined {
  const value = new URLSearchParams(search).get("theme");
  return value === "dark" || value === "light" ? value : undefined;
}

export function resolveTheme(choice: ThemeChoice, forced: Theme | undefined, systemIsDark: boolean): Theme {
  return forced ?? (choice === "system" ? (systemIsDark ? "dark" : "light") : choice);
}
