import { useKeyHint } from "../../state/hooks.ts";
import type { CommandId } from "../../state/keymap.ts";
import { say } from "../../text/say.ts";
import { Icon } from "../../ui/Icon.tsx";

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
    <div className="stepper" role="group" aria-label={say("Step by {unit}", { unit })}>
      <button
        type="button"
        aria-label={say("Back one {unit}", { unit })}
        title={hint(commands[0], say("Back one {unit}", { unit }))}
        disabled={!canBack}
        onClick={() => onStep(-1)}
      >
        <Icon name="back" />
      </button>
      <span aria-hidden="true">{label}</span>
      <button
        type="button"
        aria-label={say("Forward one {unit}", { unit })}
        title={hint(commands[1], say("Forward one {unit}", { unit }))}
        disabled={!canForward}
        onClick={() => onStep(1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
