import { type ReactNode, type RefObject, useState } from "react";
import { later } from "./later.ts";
import { useLater } from "./useLater.ts";
import { useOpener } from "./useOpener.ts";

/** Loaded before the first popup is opened, so that it also opens at once. */
export const popups = later(async () => (await import("./PlacedPopup.tsx")).PlacedPopup);

function prepare(): void {
  popups.load().catch(() => undefined); // main.tsx reports code that could not be loaded
}

export interface PopupButtonProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly button: PopupFace;
  readonly popup: PopupPlace;
  /** The element over which the popup opens, if it has no button. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
  /** Contents of the popup. */
  readonly children: ReactNode;
}

interface PopupFace {
  readonly className: string;
  readonly disabled: boolean;
  /** Accessible name, if the content has none. */
  readonly name?: string;
  readonly title?: string;
  readonly content: ReactNode;
}

interface PopupPlace {
  readonly className?: string;
  /** Name of the popup, if it has no title. */
  readonly name?: string;
  readonly side: "top" | "bottom";
  /** False if its content takes the focus itself. */
  readonly takesFocus?: boolean;
}

/** A button that opens a popup. The code that places popups is loaded when the user moves towards the first one. Before
 * that this is a plain button, so that a page with many of them appears quickly. */
export function PopupButton(props: PopupButtonProps) {
  const { open, button, anchor } = props;
  const [wasOpen, setWasOpen] = useState(open);
  const opener = useOpener(open, props.onOpenChange);
  if (open && !wasOpen) setWasOpen(true);
  const PlacedPopup = useLater(popups, open);
  if ((open || wasOpen) && PlacedPopup !== undefined) return <PlacedPopup {...props} {...opener} />;
  if (anchor !== undefined) return null;
  return (
    <button
      type="button"
      className={button.className}
      disabled={button.disabled}
      aria-label={button.name}
      title={button.title}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => opener.onOpenChange(!open)}
    >
      {button.content}
    </button>
  );
}
