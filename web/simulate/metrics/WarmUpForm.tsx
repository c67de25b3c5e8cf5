import { type SubmitEvent, useId, useRef, useState } from "react";
import { readNumber } from "../../../lib/settings/numberText.ts";
import { useActions, useApp, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";

/** Loaded when it is opened first. */
export function WarmUpForm({ onDone }: { readonly onDone: () => void }) {
  const { setWarmUp } = useActions();
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const endCycle = useApp((state) => state.endCycle);
  const { playhead } = useLive();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();

  function take(cycle: number): void {
    // The command takes as much: something of the run has to be left.
    const isInside = Number.isInteger(cycle) && cycle >= 0 && cycle < endCycle;
    setError(
      isInside ? undefined : t("cycle: a whole number before the end of the run, {endCycle}", { endCycle }),
    );
    if (!isInside) {
      field.current?.focus();
      return;
    }
    onDone();
    setWarmUp(cycle).catch(() => undefined); // main.tsx tells of what could not be loaded
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    take(readNumber(field.current?.value ?? "") ?? Number.NaN);
  }

  return (
    <form className="grid gap-2 above-2" onSubmit={submit} noValidate>
      <label className="grid gap-1 t-12 ink-2">
        <span>{t("Count from cycle")}</span>
        <input
          ref={field}
          className="field mono"
          inputMode="decimal"
          defaultValue={warmUpCycles}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </label>
      {error === undefined ? null : (
        <p className="measures__error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <span className="measures__row flex wrap gap-2">
        <button type="submit" className="btn btn--primary btn--small">
          {t("Apply")}
        </button>
        <button type="button" className="btn btn--small" onClick={() => take(playhead.get())}>
          {t("From the playhead")}
        </button>
      </span>
      <p className="empty">
        {t(
          "The warm-up before it is left out of the numbers below, but not of findings, as by irqscope run --warm-up.",
        )}
      </p>
    </form>
  );
}
