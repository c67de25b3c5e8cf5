import { useEffect, useRef } from "react";
import type { Session } from "../state/session.ts";
import { type Command, hasPlaceOn, keyCommand, keyTarget } from "./keyboard.ts";
import type { Page } from "./usePage.ts";

export interface KeyboardHandlers {
  readonly page: Page;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
  readonly onGoTo: () => void;
  readonly onPresenter: () => void;
  readonly onLeaveStage: () => void;
}

/** Keys that no focused widget has taken. Widgets say so with preventDefault. */
export function useKeyboard(session: Session, handlers: KeyboardHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented) return;
      const command = keyCommand(event, keyTarget(document.activeElement));
      if (command === undefined || !hasPlaceOn(latest.current.page, command, session.store.getState().held))
        return;
      event.preventDefault();
      obey(command, session, latest.current);
    }
    window.addEventListener("keydown", press);
    window.addEventListener("click", letGo);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("click", letGo);
    };
  }, [session]);
}

/** After a click with a pointer the keys are the page's again: Space plays. Who tabs to a button keeps it,
 * and what opens a popup needs the focus to give it back. */
function letGo(event: MouseEvent): void {
  if (event.detail === 0 || !(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  if (button === null || button.hasAttribute("aria-haspopup") || button.closest("[role=dialog]")) return;
  if (document.activeElement === button) button.blur();
}

function obey(command: Command, session: Session, handlers: KeyboardHandlers): void {
  const { actions, live } = session;
  switch (command.do) {
    case "toggle":
      actions.toggle();
      return;
    case "slower":
      actions.slower();
      return;
    case "faster":
      actions.faster();
      return;
    case "fit":
      actions.fitRun();
      return;
    case "instructions":
      actions.toggleInstructions();
      return;
    case "step":
      if (command.by === "cycle") actions.stepCycle(command.direction);
      else if (command.by === "instruction") actions.stepInstruction(command.direction);
      else if (command.by === "packet") actions.runTo("frame-offered", command.direction);
      else actions.stepEvent(command.direction);
      return;
    case "run":
      actions.runTo(command.to);
      return;
    case "breakpoint":
      actions.runToBreakpoint(command.direction);
      return;
    case "bookmark":
      actions.goToBookmark(command.direction);
      return;
    case "range":
      actions.rangeOfView();
      return;
    case "follow":
      actions.follow(command.what);
      return;
    case "panel":
      actions.setPanel(command.panel);
      return;
    case "zoom":
      actions.zoomAround(live.playhead.get(), command.factor);
      return;
    case "tab":
      actions.setSideTab(command.tab);
      return;
    case "theme":
      handlers.onTheme();
      return;
    case "help":
      handlers.onHelp();
      return;
    case "presenter":
      handlers.onPresenter();
      return;
    case "leave-stage":
      handlers.onLeaveStage();
      return;
    case "goto":
      handlers.onGoTo();
      return;
  }
}
