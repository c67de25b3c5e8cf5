import { useEffect, useRef } from "react";
import { keyOf } from "../state/keymap.ts";
import type { Session } from "../state/session.ts";
import { type CommandFrame, runCommand } from "./commands/run.ts";
import { hasPlaceOn, keyCommand, keyTarget } from "./keyboard.ts";

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

/** Removes the focus after a click with a pointer, so that Space plays again. A user who tabs to a button keeps the
 * focus. An element that opens a popup also keeps it, so that the popup can return it. */
function letGo(event: MouseEvent): void {
  if (event.detail === 0 || !(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  if (button === null || button.hasAttribute("aria-haspopup") || button.closest("[role=dialog]")) return;
  if (document.activeElement === button) button.blur();
}
