import { Popover } from "@base-ui/react/popover";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { TERMS, termAddress } from "../../lib/terms/terms.ts";
import { t, translated } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import type { TermProps } from "./Term.tsx";
import "./term.css";

/** The focus may open an explanation while a reader clicks the word. Such a click does not close it. Base UI also
 * ignores clicks for 500 ms after it has opened something on hover. */
const PATIENCE_MS = 500;

interface ExplainedTermProps extends TermProps {
  /** The reader clicked before the explanation could open. */
  readonly opensAtOnce: boolean;
  /** The word that this element replaces had the focus. */
  readonly takesFocus: boolean;
}

export function ExplainedTerm({ id, children, opensAtOnce, takesFocus }: ExplainedTermProps) {
  const [open, setOpen] = useState(opensAtOnce);
  const trigger = useRef<HTMLButtonElement>(null);
  const [takes] = useState(takesFocus);
  // Takes the focus at once, because a key pressed meanwhile would be lost.
  useLayoutEffect(() => {
    if (takes) trigger.current?.focus({ preventScroll: true });
  }, [takes]);
  /** Time at which the explanation appeared. */
  const shownMs = useRef(Number.POSITIVE_INFINITY);
  const hearShown = useCallback((popup: HTMLElement | null) => {
    shownMs.current = popup === null ? Number.POSITIVE_INFINITY : performance.now();
  }, []);
  const change = (isOpen: boolean, details: Popover.Root.ChangeEventDetails) => {
    const isTooSoon = details.event.timeStamp - shownMs.current < PATIENCE_MS;
    if (!isOpen && details.reason === "trigger-press" && isTooSoon) details.cancel();
    else setOpen(isOpen);
  };
  useLanguage();
  const { name, sentence, at } = TERMS[id];
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        ref={trigger}
        className="term"
        openOnHover
        delay={300}
        closeDelay={120}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) setOpen(true);
        }}
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" side="top" sideOffset={6} collisionPadding={8}>
          <Popover.Popup
            ref={hearShown}
            className="popup term__popup t-12 pad-3-4"
            initialFocus={false}
            finalFocus={false}
          >
            <Popover.Title className="t-13 w-600">{translated(name)}</Popover.Title>
            <Popover.Description className="term__sentence ink-2">{translated(sentence)}</Popover.Description>
            <a className="accent" href={termAddress(TERMS[id])} target="_blank" rel="noopener">
              {t("More: {heading}", { heading: at.heading })}
            </a>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
