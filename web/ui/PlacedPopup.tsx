import { Popover } from "@base-ui/react/popover";
import { useLayoutEffect, useRef } from "react";
import { hasFocusMoved } from "./focusMoved.ts";
import type { PopupButtonProps } from "./PopupButton.tsx";
import type { Opener } from "./useOpener.ts";

/** Loaded with the first popup that is opened. */
export function PlacedPopup(props: PopupButtonProps & Opener) {
  const { open, onOpenChange, byButton, button, popup, anchor, children } = props;
  const { takesFocus } = popup;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (open) before.current = focusOutside(box.current);
  }, [open]);
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
            finalFocus={() => !hasFocusMoved(box.current) && (byButton || (before.current ?? false))}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The focused element, unless that is the page as a whole or lies in the popup. */
function focusOutside(popup: Element | null): HTMLElement | null {
  const { activeElement, body } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return null;
  return popup?.contains(activeElement) ? null : activeElement;
}
