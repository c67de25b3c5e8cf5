import { Menu } from "@base-ui/react/menu";
import { type RefObject, useId, useRef } from "react";
import { LISTED_SCENARIOS, type ScenarioGroup } from "../../../scenarios/index.ts";
import { Icon } from "../Icon.tsx";

const GROUPS: readonly { readonly group: ScenarioGroup; readonly label: string }[] = [
  { group: "demos", label: "Demos" },
  { group: "papers", label: "Papers" },
];

export interface ScenarioPickerProps {
  /** What is picked: "Scenario", "Machine B". */
  readonly label?: string;
  /** Of the machine that runs. */
  readonly name: string;
  /** Changed on the page since it was opened. */
  readonly isEdited?: boolean;
  readonly selectedId: string | undefined;
  readonly onPick: (id: string) => void;
  readonly onFile: (file: File) => void;
}

/** Opens as it comes: somebody has asked for it. */
export default function ScenarioMenu({
  host,
  label: what = "Scenario",
  name,
  isEdited = false,
  selectedId,
  onPick,
  onFile,
}: ScenarioPickerProps & { readonly host: RefObject<HTMLElement | null> }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu.Root modal={false} defaultOpen>
        <Menu.Trigger className="btn picker__trigger" style={{ maxWidth: "100%" }}>
          <span className="picker__prefix">{what}</span>
          <span className="picker__name">{name}</span>
          {isEdited ? <span className="picker__edited">edited</span> : null}
          <Icon name="down" />
        </Menu.Trigger>
        <Menu.Portal container={host}>
          <Menu.Positioner className="positioner" sideOffset={6} align="start">
            <Menu.Popup className="popup menu picker__menu" aria-label={what} tabIndex={0}>
              <Menu.RadioGroup value={isEdited ? "" : (selectedId ?? "")} onValueChange={onPick}>
                {GROUPS.map(({ group, label }) => (
                  <Menu.Group key={group} className="menu__group">
                    <Menu.GroupLabel className="menu__label">{label}</Menu.GroupLabel>
                    {LISTED_SCENARIOS.filter((scenario) => scenario.group === group).map((scenario) => (
                      <Menu.RadioItem
                        key={scenario.id}
                        className="menu__item"
                        value={scenario.id}
                        label={scenario.name}
                        aria-labelledby={`${id}-${scenario.id}`}
                        aria-describedby={`${id}-${scenario.id}-note`}
                        closeOnClick
                      >
                        <span className="picker__text">
                          <span id={`${id}-${scenario.id}`}>{scenario.name}</span>
                          <span className="picker__note" id={`${id}-${scenario.id}-note`}>
                            {scenario.summary}
                          </span>
                        </span>
                        <span className="menu__check menu__end">
                          <Menu.RadioItemIndicator>
                            <Icon name="check" />
                          </Menu.RadioItemIndicator>
                        </span>
                      </Menu.RadioItem>
                    ))}
                  </Menu.Group>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="menu__separator" />
              <Menu.Item className="menu__item" onClick={() => input.current?.click()}>
                <Icon name="open" />
                <span className="picker__text">
                  <span>Open file…</span>
                  <span className="picker__note">a scenario (.json) or a capture (.pcap, .pcapng)</span>
                </span>
              </Menu.Item>
              <Menu.Item
                className="menu__item"
                onClick={() => {
                  window.location.hash = "#papers";
                }}
              >
                <Icon name="check" />
                <span className="picker__text">
                  <span>Published experiments</span>
                  <span className="picker__note">printed and simulated values, paper by paper</span>
                </span>
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.pcap,.pcapng,.cap,application/json,application/vnd.tcpdump.pcap"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
