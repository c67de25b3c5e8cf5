import type { ReactNode } from "react";

interface ToolButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

/** A small button of the timeline with a picture on it. */
export function ToolButton({ label, onClick, pressed, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--ghost btn--small btn--icon timeline__tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
