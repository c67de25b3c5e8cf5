import { Popover } from "@base-ui/react/popover";
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef } from "react";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import type { StopKind } from "../../engine/protocol.ts";
import { useApp } from "../../state/hooks.ts";
import { type CommandId, chordText, keysOf } from "../../state/keymap.ts";
import { Icon } from "../Icon.tsx";
import { GoToForm } from "./GoToForm.tsx";
import { fullCondition, threadCondition } from "./runTargets.ts";

const TARGETS: readonly { readonly stop: StopKind; readonly text: string; readonly command: CommandId }[] = [
  { stop: "recognised", text: "next interrupt", command: "to-interrupt" },
  { stop: "context-switch", text: "next context switch", command: "to-switch" },
  { stop: "frame-dropped", text: "next drop", command: "to-drop" },
  { stop: "frame-delivered", text: "next frame delivered", command: "to-delivery" },
  { stop: "handler-entered", text: "next handler entered", command: "to-handler" },
];

interface RunToProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Opened to type a cycle (key G): the field gets the focus. */
  readonly toField: boolean;
  readonly cycle: () => number;
  readonly endCycle: number;
  readonly disabled: boolean;
  /** On a phone the cycle counter opens the popup, which then holds the speed too. */
  readonly phone?: { readonly face: ReactNode; readonly controls: ReactNode } | undefined;
  readonly scenario: Scenario | undefined;
  readonly onRunTo: (stop: StopKind) => void;
  readonly onRunToCondition: (condition: string, what: string) => void;
  readonly onSeek: (cycle: number) => void;
}

export function RunTo(props: RunToProps) {
  const { open, onOpenChange, toField, cycle, endCycle, disabled, phone, onRunTo, onSeek } = props;
  const { scenario, onRunToCondition } = props;
  const full = useMemo(() => scenario && fullCondition(scenario), [scenario]);
  function runToCondition(condition: string, what: string): void {
    onOpenChange(false);
    onRunToCondition(condition, what);
  }
  /** Nobody came from the button: the keys go back to the page. */
  const openedByKey = useRef(false);
  useEffect(() => {
    if (open) openedByKey.current = toField;
  }, [open, toField]);

  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      {phone === undefined ? (
        <Popover.Trigger className="btn" disabled={disabled}>
          Run to
          <Icon name="down" />
        </Popover.Trigger>
      ) : (
        <Popover.Trigger className="counter-trigger" disabled={disabled} aria-label="Run to, speed">
          {phone.face}
          <Icon name="up" />
        </Popover.Trigger>
      )}
      <Popover.Portal>
        <Popover.Positioner className="positioner" side="top" align="end" sideOffset={6}>
          <Popover.Popup
            className="popup menu"
            aria-label="Run to"
            initialFocus={!toField}
            finalFocus={() => !openedByKey.current}
          >
            {phone?.controls}
            {TARGETS.map(({ stop, text, command }) => (
              <button
                key={stop}
                type="button"
                className="menu__item menu__item--button"
                onClick={() => {
                  onOpenChange(false);
                  onRunTo(stop);
                }}
              >
                {text}
                <Keys of={command} />
              </button>
            ))}
            {full === undefined ? null : (
              <button
                type="button"
                className="menu__item menu__item--button"
                onClick={() => runToCondition(full, "full ring or queue")}
              >
                next ring or queue full
              </button>
            )}
            <div className="menu__separator" />
            {scenario === undefined ? null : (
              <ThreadForm
                threads={scenario.software.threads.map(({ name }) => name)}
                onRun={(name) => runToCondition(threadCondition(name), `begin of ${name}`)}
              />
            )}
            <GoToForm
              opened={open}
              focused={toField}
              cycle={cycle}
              endCycle={endCycle}
              onSeek={(target) => {
                onOpenChange(false);
                onSeek(target);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ThreadFormProps {
  readonly threads: readonly string[];
  readonly onRun: (thread: string) => void;
}

function Keys({ of }: { readonly of: CommandId }) {
  const keys = useApp((state) => state.keys);
  const [chord] = keysOf(keys, of);
  return chord === undefined ? null : <kbd className="menu__end">{chordText(chord)}</kbd>;
}

/** To where a thread begins to run: a routine's entry, in the words of the scenario. */
function ThreadForm({ threads, onRun }: ThreadFormProps) {
  const select = useRef<HTMLSelectElement>(null);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (select.current !== null) onRun(select.current.value);
  }
  if (threads.length === 0) return null;
  return (
    <form className="goto" onSubmit={submit}>
      <label className="goto__label">
        begin of
        <select ref={select} className="field">
          {threads.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn--small">
        Run
      </button>
    </form>
  );
}
