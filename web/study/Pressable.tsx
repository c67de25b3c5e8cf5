import type { ReactNode } from "react";

interface PressableProps {
  readonly className: string;
  /** For a screen reader and as a tip. */
  readonly name: string;
  readonly pressed: boolean;
  readonly step?: number | undefined;
  /** `isBeside`: with Shift. */
  readonly onPress: (isBeside: boolean) => void;
  readonly children: ReactNode;
}

/** A part of a drawing that is a button. */
export function Pressable({ className, name, pressed, step, onPress, children }: PressableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button has no place in a drawing
    <g
      className={className}
      data-step={step}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={pressed}
      onClick={(event) => onPress(event.shiftKey)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPress(event.shiftKey);
      }}
    >
      <title>{name}</title>
      {children}
    </g>
  );
}
