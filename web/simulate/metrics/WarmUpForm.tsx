import { type SubmitEvent, useId, useRef, useState } from "react";
import { useActions, useApp, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import "./ownMeasures.css";
import { readWarmUp } from "./warmUpField.ts";

/** Loaded when it is opened first. */
export default function WarmUpForm({ onDone }: { readonly onDone: () => void }) {
  const { setWarmUp } = useActions();
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const endCycle = useApp((state) => state.endCycle);
  const { playhead } = useLive();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();

  function take(text: string): void {
    const read = readWarmUp(text, endCycle);
    if (!read.ok) {
      setError(read.message);
      field.current?.focus();
      return;
    }
    onDone();
    void setWarmUp(read.cycle);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    take(field.current?.value ?? "");
  }

  return (
    <form className="measures__form" onSubmit={submit} noValidate>
      <label className="measures__field">
        <span>{t("Count from cycle")}</span>
        <input
          ref={field}
          className="field mono"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={formatInteger(warmUpCycles)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={() => setError(undefined)}
        />
      </label>
      {error === undefined ? null : (
        <p className="measures__error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <span className="measures__row">
        <button type="submit" className="btn btn--primary btn--small">
          {t("Apply")}
        </button>
        <button type="button" className="btn btn--small" onClick={() => take(String(playhead.get()))}>
          {t("From the playhead")}
        </button>
        {warmUpCycles === 0 ? null : (
          <button type="button" className="btn btn--small" onClick={() => take("0")}>
            {t("From cycle 0")}
          </button>
        )}
      </span>
      <p className="measures__note">
        {t("The warm-up before it is left out of all numbers below, as by irqscope run --warm-up.")}
      </p>
    </form>
  );
}
