import { useKeyHint } from "../../state/hooks.ts";
import { say } from "../../text/say.ts";
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
      aria-label={next === "dark" ? say("Switch to the dark theme") : say("Switch to the light theme")}
      title={hint("theme", next === "dark" ? say("Dark theme") : say("Light theme"))}
      onClick={onToggle}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
