import { Icon } from "../Icon.tsx";
import type { Theme } from "../theme.ts";

interface ThemeButtonProps {
  readonly theme: Theme;
  readonly onToggle: () => void;
}

export function ThemeButton({ theme, onToggle }: ThemeButtonProps) {
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon"
      aria-label={`Switch to the ${next} theme`}
      title={`${next === "dark" ? "Dark" : "Light"} theme (T)`}
      onClick={onToggle}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
