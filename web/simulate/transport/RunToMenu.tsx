/** The menu of what the machine can be run to, with the field for a cycle. */
import { type SubmitEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { StopKind } from "../../engine/protocol.ts";
import { useApp, useKeyHint } from "../../state/hooks.ts";
import { type CommandId, chordText, workingKey } from "../../state/keymap.ts";
import { type Label, t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./runTo.css";
import { fullCondition, type RunToProps, threadCondition } from "./runTargets.ts";

interface Target {
  readonly stop: StopKind;
  readonly next: Label;
  readonly previous: Label;
  readonly commands: readonly [back: CommandId, on: CommandId];
}

const TARGETS: readonly Target[] = [
  {
    stop: "recognised",
    next: "next interrupt",
    previous: "Previous interrupt",
    commands: ["interrupt-back", "to-interrupt"],
  },
  {
    stop: "context-switch",
    next: "next context switch",
    previous: "Previous context switch",
    commands: ["switch-back", "to-switch"],
  },
  {
    stop: "frame-dropped",
    next: "next loss",
    previous: "Previous loss",
    commands: ["drop-back", "to-drop"],
  },
  {
    stop: "frame-delivered",
    next: "next delivery",
    previous: "Previous delivery",
    commands: ["delivery-back", "to-delivery"],
  },
  {
    stop: "handler-entered",
    next: "next handler entry",
    previous: "Previous handler entry",
    commands: ["handler-back", "to-handler"],
  },
];

const ENDS = [
  { command: "to-start", text: "Start of the run" },
  { command: "to-end", text: "End of the simulated part" },
] as const satisfies readonly { readonly command: CommandId; readonly text: Label }[];

/** Menu of the targets of "Run to". */
export function RunToMenu(props: RunToProps) {
  const { open, onOpenChange, toField, cycle, endCycle, folded, onRunTo, onSeek } = props;
  const { scenario, onRunToCondition } = props;
  const frontier = useApp((state) => state.frontier);
  const full = useMemo(() => scenario && fullCondition(scenario), [scenario]);
  function runToCondition(condition: string, what: string, direction: 1 | -1): void {
    onOpenChange(false);
    onRunToCondition(condition, what, direction);
  }
  return (
    <>
      {folded?.controls}
      {TARGETS.map(({ stop, next, previous, commands: [back, on] }) => (
        <Ways
          key={stop}
          next={next}
          previous={previous}
          back={back}
          on={on}
          onRun={(direction) => {
            onOpenChange(false);
            onRunTo(stop, direction);
          }}
        />
      ))}
      {full === undefined ? null : (
        <Ways
          next="next ring or queue full"
          previous="Previous ring or queue full"
          onRun={(direction) => runToCondition(full, t("full ring or queue"), direction)}
        />
      )}
      {ENDS.map(({ command, text }) => (
        <button
          key={command}
          type="button"
          className="menu__item menu__item--button"
          onClick={() => {
            onOpenChange(false);
            onSeek(command === "to-start" ? 0 : frontier);
          }}
        >
          {t(text)}
          <Keys of={command} />
        </button>
      ))}
      <div className="menu__separator" />
      {scenario === undefined ? null : (
        <ThreadForm
          threads={scenario.software.threads.map(({ name }) => name)}
          onRun={(name, direction) =>
            runToCondition(threadCondition(name), t("start of {name}", { name }), direction)
          }
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
    </>
  );
}

interface ThreadFormProps {
  readonly threads: readonly string[];
  readonly onRun: (thread: string, direction: 1 | -1) => void;
}

interface WaysProps {
  readonly next: Label;
  readonly previous: Label;
  readonly back?: CommandId;
  readonly on?: CommandId;
  readonly onRun: (direction: 1 | -1) => void;
}

/** Buttons for the next and the previous target. */
function Ways({ next, previous, back, on, onRun }: WaysProps) {
  const hint = useKeyHint();
  const text = t(previous);
  return (
    <div className="row gap-1">
      <button type="button" className="menu__item menu__item--button" onClick={() => onRun(1)}>
        {t(next)}
        {on === undefined ? null : <Keys of={on} />}
      </button>
      <BackButton name={text} title={back === undefined ? text : hint(back, text)} onBack={() => onRun(-1)} />
    </div>
  );
}

interface BackButtonProps {
  readonly name: string;
  readonly title: string;
  readonly onBack: () => void;
}

function BackButton({ name, title, onBack }: BackButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--small btn--ghost btn--icon"
      aria-label={name}
      title={title}
      onClick={onBack}
    >
      <Icon name="back" />
    </button>
  );
}

function Keys({ of }: { readonly of: CommandId }) {
  const keys = useApp((state) => state.keys);
  const chord = workingKey(keys, of);
  return chord === undefined ? null : <kbd className="menu__end">{chordText(chord)}</kbd>;
}

/** Runs to the entry of a thread's routine, named as in the scenario. */
function ThreadForm({ threads, onRun }: ThreadFormProps) {
  const select = useRef<HTMLSelectElement>(null);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    run(1);
  }
  function run(direction: 1 | -1): void {
    if (select.current !== null) onRun(select.current.value, direction);
  }
  if (threads.length === 0) return null;
  return (
    <form className="goto row apart gap-3" onSubmit={submit}>
      <label className="row apart gap-3 grow">
        {t("start of thread")}
        <select ref={select} className="field">
          {threads.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn--small">
        {t("Run")}
      </button>
      <BackButton name={t("Previous start")} title={t("Previous start")} onBack={() => run(-1)} />
    </form>
  );
}

interface GoToFormProps {
  /** The popup is open, or still fading out. */
  readonly opened: boolean;
  /** True if it was opened to type a cycle. */
  readonly focused: boolean;
  readonly cycle: () => number;
  readonly endCycle: number;
  readonly onSeek: (cycle: number) => void;
}

/** The field for a cycle. */
function GoToForm({ opened, focused, cycle, endCycle, onSeek }: GoToFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();
  const latestCycle = useRef(cycle);
  useLayoutEffect(() => {
    latestCycle.current = cycle;
  });

  // Runs in the same turn as the key that opened the menu, so that digits typed next reach the field, also if the menu
  // opens again while it fades out.
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

/** A cycle as people type it: "84 210 000", "84,210,000", "84.21M", "2e6". */
type CycleField =
  | { readonly ok: true; readonly cycle: number }
  | { readonly ok: false; readonly message: string };

const FACTOR: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

export function readCycle(text: string, endCycle: number): CycleField {
  const plain = text.replace(/[\s,_\u202f\u00a0]/g, "").toLowerCase();
  const match = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)([kmg]?)$/.exec(plain);
  if (match === null) return { ok: false, message: t("cycle: a whole number, for example 84 210 000") };
  const cycle = Number(match[1]) * (FACTOR[match[2] ?? ""] ?? 1);
  const rounded = Math.round(cycle);
  if (Math.abs(cycle - rounded) > 1e-6) return { ok: false, message: t("cycle: must be a whole number") };
  if (rounded > endCycle) {
    return {
      ok: false,
      message: t("cycle: the run ends at {endCycle}", { endCycle: formatInteger(endCycle) }),
    };
  }
  return { ok: true, cycle: rounded };
}
