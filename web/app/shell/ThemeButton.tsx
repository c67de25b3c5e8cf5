import { useKeyHint } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { ThemeControl } from "../useTheme.ts";

export function ThemeButton({ theme, toggle }: ThemeControl) {
  const hint = useKeyHint();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon not-phone"
      aria-label={next === "dark" ? t("Switch to the dark theme") : t("Switch to the light theme")}
      title={hint("theme", next === "dark" ? t("Dark theme") : t("Light theme"))}
      onClick={toggle}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
