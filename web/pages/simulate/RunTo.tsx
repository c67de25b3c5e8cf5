import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useEffect, useRef } from "react";
import type { StopKind } from "../../engine/protocol.ts";
import { Icon } from "../Icon.tsx";
import { GoToForm } from "./GoToForm.tsx";

const TARGETS: readonly { readonly stop: StopKind; readonly text: string; readonly key: string }[] = [
  { stop: "recognised", text: "next interrupt", key: "I" },
  { stop: "context-switch", text: "next context switch", key: "C" },
  { stop: "frame-dropped", text: "next drop", key: "D" },
  { stop: "frame-delivered", text: "next frame delivered", key: "F" },
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
  readonly onRunTo: (stop: StopKind) => void;
  readonly onSeek: (cycle: number) => void;
}

export function RunTo(props: RunToProps) {
  const { open, onOpenChange, toField, cycle, endCycle, disabled, phone, onRunTo, onSeek } = props;
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
            {TARGETS.map(({ stop, text, key }) => (
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
                <kbd className="menu__end">{key}</kbd>
              </button>
            ))}
            <div className="menu__separator" />
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
