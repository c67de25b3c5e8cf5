import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import { hasFocusMoved } from "./focusMoved.ts";
import type { PopupButtonProps } from "./PopupButton.tsx";

/** Loaded with the first popup that is opened. */
export function PlacedPopup({ open, onOpenChange, button, popup, anchor, children }: PopupButtonProps) {
  const { takesFocus, givesFocusBack } = popup;
  const box = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      {anchor === undefined ? (
        <Popover.Trigger
          className={button.className}
          disabled={button.disabled}
          aria-label={button.name}
          title={button.title}
        >
          {button.content}
        </Popover.Trigger>
      ) : null}
      <Popover.Portal>
        <Popover.Positioner
          className="positioner"
          side={popup.side}
          align="end"
          sideOffset={6}
          anchor={anchor}
        >
          <Popover.Popup
            ref={box}
            className={popup.className === undefined ? "popup" : `popup ${popup.className}`}
            aria-label={popup.name}
            {...(takesFocus === undefined ? {} : { initialFocus: takesFocus })}
            {...(givesFocusBack === undefined
              ? {}
              : { finalFocus: () => givesFocusBack() && !hasFocusMoved(box.current) })}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
