import { type ReactNode, type RefObject, useState } from "react";
import { later } from "./later.ts";
import { useLater } from "./useLater.ts";
import { useOpener } from "./useOpener.ts";

/** Loaded before the first one is opened, so that it opens at once, too. */
export const popups = later(async () => (await import("./PlacedPopup.tsx")).PlacedPopup);

function prepare(): void {
  popups.load().catch(() => undefined); // main.tsx tells of what could not be loaded
}

export interface PopupButtonProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly button: PopupFace;
  readonly popup: PopupPlace;
  /** Stands over this, and has no button of its own. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
  /** What the popup holds. */
  readonly children: ReactNode;
}

interface PopupFace {
  readonly className: string;
  readonly disabled: boolean;
  /** Where the content does not say it. */
  readonly name?: string;
  readonly title?: string;
  readonly content: ReactNode;
}

interface PopupPlace {
  readonly className?: string;
  /** Of the popup, where it has no title. */
  readonly name?: string;
  readonly side: "top" | "bottom";
  /** False: its content takes the focus itself. */
  readonly takesFocus?: boolean;
}

/** A button that opens a popup. What places popups is loaded when the user reaches for the first: until it is opened
 * this is a plain button, so that a page with many of them shows itself soon. */
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
