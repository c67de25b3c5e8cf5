import { Icon } from "../Icon.tsx";

interface StepperProps {
  readonly label: string;
  readonly unit: string;
  readonly keys: readonly [back: string, forward: string];
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly onStep: (direction: 1 | -1) => void;
}

export function Stepper({ label, unit, keys, canBack, canForward, onStep }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="stepper" role="group" aria-label={`Step by ${unit}`}>
      <button
        type="button"
        aria-label={`Back one ${unit}`}
        title={`Back one ${unit} (${keys[0]})`}
        disabled={!canBack}
        onClick={() => onStep(-1)}
      >
        <Icon name="back" />
      </button>
      <span aria-hidden="true">{label}</span>
      <button
        type="button"
        aria-label={`Forward one ${unit}`}
        title={`Forward one ${unit} (${keys[1]})`}
        disabled={!canForward}
        onClick={() => onStep(1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
