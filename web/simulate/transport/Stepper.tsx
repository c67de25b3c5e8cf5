import { useKeyHint } from "../../state/hooks.ts";
import type { CommandId } from "../../state/keymap.ts";
import { t } from "../../text/t.ts";
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
    <div
      className="stepper row anchor t-12 ink-2 w-500 hair-2 r-2"
      role="group"
      aria-label={t("Step by {unit}", { unit })}
    >
      <button
        className="grid centre tight bare press"
        type="button"
        aria-label={t("Back one {unit}", { unit })}
        title={hint(commands[0], t("Back one {unit}", { unit }))}
        disabled={!canBack}
        onClick={() => onStep(-1)}
      >
        <Icon name="back" />
      </button>
      <span aria-hidden="true">{label}</span>
      <button
        className="grid centre tight bare press"
        type="button"
        aria-label={t("Forward one {unit}", { unit })}
        title={hint(commands[1], t("Forward one {unit}", { unit }))}
        disabled={!canForward}
        onClick={() => onStep(1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
