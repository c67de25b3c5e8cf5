import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { TERMS, termAddress } from "../../../lib/terms/terms.ts";
import { openBuiltin, run } from "../../scenarios/open/open.ts";
import { useApp, useSession } from "../../state/hooks.ts";
import { chordParts, workingKey } from "../../state/keymap.ts";
import { t } from "../../text/t.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./commands.css";
import {
  commandEntries,
  type Entry,
  type EntryGroup,
  fieldEntries,
  found,
  metricEntries,
  runToEntries,
  scenarioEntries,
  termEntries,
} from "./entries.ts";
import { type CommandFrame, runCommand } from "./run.ts";

/** The panel must appear within this time after the request. */
const PANEL_MS = 300;

interface PaletteProps {
  readonly frame: CommandFrame;
  readonly onClose: () => void;
}

/** Lists every command of the page by name. Opens as soon as it is loaded. */
export default function Palette({ frame, onClose }: PaletteProps) {
  const session = useSession();
  const scenario = useApp((state) => state.scenario);
  const held = useApp((state) => state.held);
  const [query, setQuery] = useState("");
  const commands = commandEntries(frame.page, held);
  const ofOneMachine = frame.page === "simulate";
  const scenarios = scenarioEntries();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: their titles are in its language
  const fields = useMemo(() => (scenario === undefined ? [] : fieldEntries(scenario)), [scenario, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: their titles are in its language
  const others = useMemo(
    () => ({
      runTo: scenario === undefined || held || !ofOneMachine ? [] : runToEntries(scenario),
      metrics: ofOneMachine ? metricEntries() : [],
      terms: termEntries(),
    }),
    [scenario, held, ofOneMachine, language],
  );
  const groups = found({ commands, scenarios, fields, ...others }, query);

  function take({ does }: Entry): void {
    onClose();
    if (does.kind === "command") runCommand(does.command, session, frame);
    else if (does.kind === "scenario") void openBuiltin(does.scenario).then((opened) => run(session, opened));
    else if (does.kind === "field") void goToSetting(does.field);
    else if (does.kind === "run-to") session.actions.runToCondition(does.condition, does.what);
    else if (does.kind === "metrics") goToMetrics(does.section);
    else window.open(termAddress(TERMS[does.term]), "_blank", "noopener");
  }

  function goToMetrics(section: string): void {
    session.actions.showSide("metrics");
    // Draws the panel first, also in a drawer.
    setTimeout(() => {
      document
        .querySelector(`[data-part="metrics"] section[aria-label="${CSS.escape(section)}"]`)
        ?.scrollIntoView({ block: "start" });
    }, PANEL_MS);
  }

  async function goToSetting(field: string): Promise<void> {
    if (frame.page !== "simulate") window.location.hash = "#simulate";
    session.actions.showSide("settings");
    (await import("../../scenarios/settings/view.ts")).goToField(field);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog palette stack tight clip" aria-label={t("Commands")}>
          <Autocomplete.Root
            inline
            open
            items={groups}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={query}
            onValueChange={(value, { reason }) => {
              if (reason !== "item-press") setQuery(value);
            }}
            itemToStringValue={(entry: Entry) => entry.title}
          >
            <div className="palette__search row gap-3 rigid ink-3 hair-below">
              <Icon name="search" />
              <Autocomplete.Input
                aria-label={t("Find a command")}
                placeholder={t("Find a command, a scenario, a setting, a word")}
              />
              <kbd>Esc</kbd>
            </div>
            <Autocomplete.Empty>
              {groups.length > 0 ? null : (
                <p className="palette__none ink-2">
                  {t("No command, scenario or setting matches these words.")}
                </p>
              )}
            </Autocomplete.Empty>
            <Autocomplete.List className="palette__list scroll-down">
              {(group: EntryGroup) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className="menu__label">{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        className="menu__item"
                        value={entry}
                        onClick={() => take(entry)}
                      >
                        <span>{entry.title}</span>
                        <span className="fill small cut">{entry.where}</span>
                        <Keys entry={entry} />
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Keys({ entry }: { readonly entry: Entry }) {
  const keys = useApp((state) => state.keys);
  if (entry.does.kind !== "command") return null;
  const chord = workingKey(keys, entry.does.command);
  if (chord === undefined) return null;
  return (
    <span className="palette__keys flex rigid">
      {chordParts(chord).map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
