import { useLayoutEffect, useState } from "react";
import { useActions, useApp } from "../state/hooks.ts";
import { useMedia } from "../ui/useMedia.ts";
import { forcedTheme, resolveTheme, type Theme } from "./theme.ts";

export interface ThemeControl {
  readonly theme: Theme;
  readonly toggle: () => void;
}

/** Applies the theme in force to the page. The address forces one until the user chooses. */
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
