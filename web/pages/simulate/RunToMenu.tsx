import { type SubmitEvent, useMemo, useRef } from "react";
import type { StopKind } from "../../engine/protocol.ts";
import { useApp } from "../../state/hooks.ts";
import { type CommandId, chordText, keysOf } from "../../state/keymap.ts";
import { type Label, say } from "../../text/say.ts";
import { GoToForm } from "./GoToForm.tsx";
import type { RunToProps } from "./RunTo.tsx";
import { fullCondition, threadCondition } from "./runTargets.ts";

const TARGETS: readonly { readonly stop: StopKind; readonly text: Label; readonly command: CommandId }[] = [
  { stop: "recognised", text: "next interrupt", command: "to-interrupt" },
  { stop: "context-switch", text: "next context switch", command: "to-switch" },
  { stop: "frame-dropped", text: "next drop", command: "to-drop" },
  { stop: "frame-delivered", text: "next frame delivered", command: "to-delivery" },
  { stop: "handler-entered", text: "next handler entered", command: "to-handler" },
];

/** What the machine can be run to. */
export function RunToMenu(props: RunToProps) {
  const { open, onOpenChange, toField, cycle, endCycle, phone, onRunTo, onSeek } = props;
  const { scenario, onRunToCondition } = props;
  const full = useMemo(() => scenario && fullCondition(scenario), [scenario]);
  function runToCondition(condition: string, what: string): void {
    onOpenChange(false);
    onRunToCondition(condition, what);
  }
  return (
    <>
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
          {say(text)}
          <Keys of={command} />
        </button>
      ))}
      {full === undefined ? null : (
        <button
          type="button"
          className="menu__item menu__item--button"
          onClick={() => runToCondition(full, say("full ring or queue"))}
        >
          {say("next ring or queue full")}
        </button>
      )}
      <div className="menu__separator" />
      {scenario === undefined ? null : (
        <ThreadForm
          threads={scenario.software.threads.map(({ name }) => name)}
          onRun={(name) => runToCondition(threadCondition(name), say("begin of {name}", { name }))}
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
        {say("begin of")}
        <select ref={select} className="field">
          {threads.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn--small">
        {say("Run")}
      </button>
    </form>
  );
}
