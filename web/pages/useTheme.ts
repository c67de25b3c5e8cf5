import { useLayoutEffect, useSyncExternalStore } from "react";
import { useApp } from "../state/hooks.ts";
import { forcedTheme, resolveTheme, type Theme } from "./theme.ts";

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(listener: () => void): () => void {
  systemDark.addEventListener("change", listener);
  return () => systemDark.removeEventListener("change", listener);
}

/** The theme in force. The shell calls it once with `apply`. */
export function useTheme(): Theme {
  const choice = useApp((state) => state.theme);
  const dark = useSyncExternalStore(subscribe, () => systemDark.matches);
  return resolveTheme(choice, forcedTheme(window.location.search), dark);
}

export function useAppliedTheme(): void {
  const theme = useTheme();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
}
