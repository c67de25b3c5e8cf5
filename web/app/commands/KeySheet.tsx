import { Dialog } from "@base-ui/react/dialog";
import { Fragment, type KeyboardEvent, useState } from "react";
import { VERSION } from "../../../lib/origin.ts";
import { useActions, useApp } from "../../state/hooks.ts";
import {
  COMMAND_IDS,
  type CommandId,
  chordOf,
  chordParts,
  chordText,
  isFixed,
  isSingleKey,
  keysOf,
  takenBy,
  USUAL_KEYS,
  whyNot,
  withKey,
  withoutKeys,
  withUsualKeys,
} from "../../state/keymap.ts";
import { type Label, t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./commands.css";
import { COMMAND_WORDS, type CommandGroup } from "./words.ts";

const GROUPS = [...new Set(COMMAND_IDS.map((id) => COMMAND_WORDS[id].group))];

interface KeySheetProps {
  readonly onClose: () => void;
  readonly onTour: () => void;
}

/** Lists the keys and lets the user change them. */
export default function KeySheet({ onClose, onTour }: KeySheetProps) {
  const keys = useApp((state) => state.keys);
  const modelVersion = useApp((state) => state.modelVersion);
  const { setKeys } = useActions();
  const [recording, setRecording] = useState<CommandId | undefined>(undefined);
  const [said, setSaid] = useState("");
  const isChanged = Object.keys(keys.changed).length > 0;

  function record(id: CommandId, event: KeyboardEvent): void {
    if (recording !== id) return;
    const chord = event.key === "Escape" || event.key === "Tab" ? undefined : chordOf(event);
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setRecording(undefined);
      setSaid(t("Nothing was changed."));
      return;
    }
    if (chord === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    give(id, chord);
  }

  function give(id: CommandId, chord: string): void {
    const title = t(COMMAND_WORDS[id].title);
    const reason = chord === "Backspace" || chord === "Delete" ? undefined : whyNot(chord);
    if (reason !== undefined) {
      setSaid(t("This key cannot be used: {reason}. Press another key, or Esc.", { reason }));
      return;
    }
    setRecording(undefined);
    if (chord === "Backspace" || chord === "Delete") {
      setKeys(withoutKeys(keys, id));
      setSaid(t("“{title}” no longer has a key.", { title }));
      return;
    }
    const loser = takenBy(keys, chord, id);
    setKeys(withKey(keys, id, chord));
    setSaid(
      loser === undefined
        ? t("{chord} is now “{title}”.", { chord: chordText(chord), title })
        : t("{chord} is now “{title}”; “{other}” no longer has a key.", {
            chord: chordText(chord),
            title,
            other: t(COMMAND_WORDS[loser].title),
          }),
    );
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog keysheet">
          <header className="row apart">
            <Dialog.Title className="dialog__title">{t("Keyboard")}</Dialog.Title>
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </header>
          <div className="keysheet__switch row wrap t-12 r-2 pad-3-4 ground">
            <label className="row gap-2 w-500 target">
              <input
                type="checkbox"
                checked={keys.singleKeys}
                onChange={(event) => setKeys({ ...keys, singleKeys: event.currentTarget.checked })}
              />
              {t("Single-key shortcuts")}
            </label>
            <p>
              {t(
                "Turn them off if speech input or stray touches trigger them; Space, the arrow keys and Ctrl K keep working. To change a shortcut, press it below, then press the new key; Backspace removes the shortcut.",
              )}
            </p>
            <button
              type="button"
              className="btn btn--small"
              disabled={!isChanged && keys.singleKeys}
              onClick={() => {
                setKeys(USUAL_KEYS);
                setSaid(t("All shortcuts have their default keys."));
              }}
            >
              {t("Reset all keys")}
            </button>
            <button type="button" className="btn btn--small" onClick={onTour}>
              {t("Take the tour")}
            </button>
          </div>
          <p className="keysheet__said above-2 t-12 ink-2" role="status">
            {said}
          </p>
          <div className="keysheet__groups">
            {GROUPS.map((group) => (
              <Group
                key={group}
                group={group}
                recording={recording}
                onRecord={setRecording}
                onPress={record}
                onUsual={(id) => setKeys(withUsualKeys(keys, id))}
              />
            ))}
            <FixedKeys />
          </div>
          <p className="keysheet__said above-2 t-12 ink-2">
            {modelVersion === undefined
              ? t("irqscope, version {version}", { version: VERSION })
              : t("irqscope, version {version}, model {model}", { version: VERSION, model: modelVersion })}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface GroupProps {
  readonly group: CommandGroup;
  readonly recording: CommandId | undefined;
  readonly onRecord: (id: CommandId | undefined) => void;
  readonly onPress: (id: CommandId, event: KeyboardEvent) => void;
  readonly onUsual: (id: CommandId) => void;
}

function Group({ group, recording, onRecord, onPress, onUsual }: GroupProps) {
  const keys = useApp((state) => state.keys);
  return (
    <section className="keysheet__group">
      <h3 className="keys__where t-12 w-600">{t(group)}</h3>
      <ul>
        {COMMAND_IDS.filter((id) => COMMAND_WORDS[id].group === group).map((id) => {
          const title = t(COMMAND_WORDS[id].title);
          const isChanged = keys.changed[id] !== undefined;
          return (
            <li key={id}>
              <span>{title}</span>
              {isChanged ? (
                <button
                  type="button"
                  className="btn btn--ghost btn--small btn--icon"
                  aria-label={t("{title}: back to the default key", { title })}
                  title={t("back to the default key")}
                  onClick={() => onUsual(id)}
                >
                  <Icon name="undo" />
                </button>
              ) : null}
              {isFixed(id) ? (
                <span className="keysheet__key">
                  <Chord keys={keysOf(keys, id)} />
                </span>
              ) : (
                <button
                  type="button"
                  className="keysheet__key"
                  aria-pressed={recording === id}
                  aria-label={t("{title}: {keys}. Change it", {
                    title,
                    keys: keysOf(keys, id).map(chordText).join(", ") || t("no key"),
                  })}
                  data-changed={isChanged || undefined}
                  data-off={(!keys.singleKeys && keysOf(keys, id).every(isSingleKey)) || undefined}
                  onClick={() => onRecord(recording === id ? undefined : id)}
                  onKeyDown={(event) => onPress(id, event)}
                  onBlur={() => recording === id && onRecord(undefined)}
                >
                  {recording === id ? t("press a key") : <Chord keys={keysOf(keys, id)} />}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Chord({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return <span className="dim">{t("none")}</span>;
  return keys.map((chord, index) => (
    <Fragment key={chord}>
      {index > 0 ? <span className="dim">{t("or")}</span> : null}
      {chordParts(chord).map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </Fragment>
  ));
}

const FIXED = [
  ["Next or previous span", "Alt ← →"],
  ["Next or previous lane", "Alt ↑ ↓"],
  ["First or last span in view", "Alt Home End"],
  ["Move the playhead to the span", "Enter"],
  ["Leave the span or presenter mode", "Esc"],
] as const satisfies readonly (readonly [Label, Label])[];

/** Keys of the timeline that the user cannot change. */
function FixedKeys() {
  return (
    <section className="keysheet__group">
      <h3 className="keys__where t-12 w-600">{t("With the focus in the timeline")}</h3>
      <p className="t-11 ink-2">{t("Alt is not needed if you came there with Tab.")}</p>
      <ul>
        {FIXED.map(([title, keys]) => (
          <li key={title}>
            <span>{t(title)}</span>
            <span className="keysheet__key">
              {t(keys)
                .split(" ")
                .map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
