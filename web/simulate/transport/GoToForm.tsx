import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { readCycle } from "./cycleField.ts";

interface GoToFormProps {
  /** The popup is open; it is still there while it fades out. */
  readonly opened: boolean;
  /** Opened to type a cycle. */
  readonly focused: boolean;
  readonly cycle: () => number;
  readonly endCycle: number;
  readonly onSeek: (cycle: number) => void;
}

/** The field that a cycle is typed into. */
export function GoToForm({ opened, focused, cycle, endCycle, onSeek }: GoToFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();
  const latestCycle = useRef(cycle);
  useLayoutEffect(() => {
    latestCycle.current = cycle;
  });

  // In the same turn as the key that opened it, so that the digits typed next arrive here; also when it opens
  // again before it has faded out.
  useLayoutEffect(() => {
    if (!opened || field.current === null) return;
    setError(undefined);
    field.current.value = formatInteger(latestCycle.current());
    if (!focused) return;
    field.current.focus({ preventScroll: true });
    field.current.select();
  }, [opened, focused]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!opened) return;
    const read = readCycle(field.current?.value ?? "", endCycle);
    if (read.ok) onSeek(read.cycle);
    else setError(read.message);
  }

  return (
    <>
      <form className="goto row apart gap-3" onSubmit={submit} noValidate>
        <label className="row apart gap-3 grow">
          {t("cycle")}
          <input
            ref={field}
            className="field"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
        <kbd>G</kbd>
        {/* Some keyboards of phones have digits alone. */}
        <button type="submit" className="btn btn--small">
          {t("Go")}
        </button>
      </form>
      {error === undefined ? null : (
        <p className="goto__error t-11 ink-drop" id={errorId} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
