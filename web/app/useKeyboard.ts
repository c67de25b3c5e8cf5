import { useEffect, useRef } from "react";
import {
  type CommandId,
  chordOf,
  commandOf,
  type KeyPress,
  type KeySettings,
  keyOf,
} from "../state/keymap.ts";
import type { Session } from "../state/session.ts";
import type { Page } from "../state/usePage.ts";
import { type CommandFrame, runCommand } from "./commands/run.ts";

/** Handles keys that no focused widget has taken. Widgets take a key by preventDefault. Escape leaves the stage. */
export function useKeyboard(session: Session, frame: CommandFrame, onEscape: () => void): void {
  const latest = useRef({ frame, onEscape });
  useEffect(() => {
    latest.current = { frame, onEscape };
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || latest.current.frame.isBusy) return;
      const { keys, held } = session.store.getState();
      const target = keyTarget(document.activeElement);
      if (event.key === "Escape" && target !== "text") latest.current.onEscape();
      if (isUndoKey(event) && target !== "text" && latest.current.frame.page === "simulate") {
        event.preventDefault();
        const step = event.shiftKey ? "redo" : "undo";
        void import("../scenarios/settings/settings.ts").then(({ settingsOf }) =>
          settingsOf(session)[step](),
        );
        return;
      }
      const command = keyCommand(keys, event, target);
      if (command === undefined || !hasPlaceOn(latest.current.frame.page, command, held)) return;
      event.preventDefault();
      runCommand(command, session, latest.current.frame);
    }
    window.addEventListener("keydown", press);
    window.addEventListener("click", letGo);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("click", letGo);
    };
  }, [session]);
}

/** The key that undoes and redoes changes of the machine. In a text field it belongs to the field. */
function isUndoKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && keyOf(event).toLowerCase() === "z";
}

/** Removes the focus after a click, so that Space plays again. An element that was reached by Tab keeps the focus, and
 * so does one that opens a popup, so that the popup can return it. */
function letGo(event: MouseEvent): void {
  if (event.detail === 0 || !(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  if (button === null || button.hasAttribute("aria-haspopup") || button.closest("[role=dialog]")) return;
  if (document.activeElement === button) button.blur();
}

const STUDIES: readonly CommandId[] = ["follow-packet", "follow-interrupt", "range", "tracks"];
/** Commands that are available while a lab waits for a prediction. The machine may not move then. */
const WHILE_HELD: readonly CommandId[] = [
  "theme",
  "language",
  "keys",
  "palette",
  "simulate",
  "compare",
  "sweep",
  "papers",
  "labs",
];
const PANELS: readonly CommandId[] = ["breakpoints", "bookmarks", "why"];

/** Commands for one machine are available if the page shows one. Panels are available where the transport is. */
export function hasPlaceOn(page: Page, command: CommandId, held = false): boolean {
  if (held && !WHILE_HELD.includes(command)) return false;
  if (STUDIES.includes(command)) return page === "simulate" || page === "lab";
  if (PANELS.includes(command)) return page !== "papers" && page !== "sweep";
  if (command === "details") return page === "simulate";
  if (command === "presenter") return page !== "papers";
  return true;
}

/** The kind of the focused element, which decides its keys. A "slider" reacts only to arrow keys; "arrows" reacts to
 * arrow keys and can also be pressed. */
type KeyTarget = "page" | "button" | "slider" | "arrows" | "text";

/** Decides which keys belong to the focused element, and on which page each command is available. */
export function keyCommand(settings: KeySettings, press: KeyPress, target: KeyTarget): CommandId | undefined {
  const chord = chordOf(press);
  if (chord === undefined) return undefined;
  if (chord.startsWith("mod+")) return commandOf(settings, chord);
  if (target === "text") return undefined;
  const isArrow = press.key.startsWith("Arrow");
  if ((target === "button" || target === "arrows") && press.key === " ") return undefined;
  if ((target === "slider" || target === "arrows") && isArrow) return undefined;
  // An upper-case letter means the plain key if Shift has no meaning of its own.
  return commandOf(settings, chord) ?? commandOf(settings, chord.replace("shift+", ""));
}

/** Widgets that use arrows, typed text or Space themselves keep them. */
export function keyTarget(element: Element | null): KeyTarget {
  if (element === null) return "page";
  const popup = element.closest(":is([role=dialog], [role=menu])");
  // A popup that fades out still has the focus, but keys already belong to the page.
  if (popup !== null) return popup.hasAttribute("data-closed") ? "page" : "text";
  const field = element.closest("input, textarea, select, [contenteditable=true]");
  if (field !== null) return field.getAttribute("type") === "range" ? "slider" : "text";
  if (element.closest("[role=slider]") !== null) return "slider";
  if (element.closest("[role=tab], [role=menuitem]") !== null) return "arrows";
  return element.closest("button, a[href], summary") === null ? "page" : "button";
}
