import { useKeyHint } from "../../state/hooks.ts";
import { Icon } from "../Icon.tsx";
import type { Theme } from "../theme.ts";

interface ThemeButtonProps {
  readonly theme: Theme;
  readonly onToggle: () => void;
}

export function ThemeButton({ theme, onToggle }: ThemeButtonProps) {
  const hint = useKeyHint();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon"
      aria-label={`Switch to the ${next} theme`}
      title={hint("theme", `${next === "dark" ? "Dark" : "Light"} theme`)}
      onClick={onToggle}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
