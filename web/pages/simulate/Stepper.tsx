import { useKeyHint } from "../../state/hooks.ts";
import type { CommandId } from "../../state/keymap.ts";
import { Icon } from "../Icon.tsx";

interface StepperProps {
  readonly label: string;
  readonly unit: string;
  readonly commands: readonly [back: CommandId, forward: CommandId];
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly onStep: (direction: 1 | -1) => void;
}

export function Stepper({ label, unit, commands, canBack, canForward, onStep }: StepperProps) {
  const hint = useKeyHint();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="stepper" role="group" aria-label={`Step by ${unit}`}>
      <button
        type="button"
        aria-label={`Back one ${unit}`}
        title={hint(commands[0], `Back one ${unit}`)}
        disabled={!canBack}
        onClick={() => onStep(-1)}
      >
        <Icon name="back" />
      </button>
      <span aria-hidden="true">{label}</span>
      <button
        type="button"
        aria-label={`Forward one ${unit}`}
        title={hint(commands[1], `Forward one ${unit}`)}
        disabled={!canForward}
        onClick={() => onStep(1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
