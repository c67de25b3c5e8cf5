import "./presenterTools.css";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useActions, useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { keyTarget } from "../useKeyboard.ts";

/** An open story loads these tools too. */
const LectureBar = lazyPart(() => import("./LectureBar.tsx"));

interface PresenterToolsProps {
  readonly isPresenter: boolean;
}

/** Holding the pointer for this time shows a spotlight and is not a click. */
const HOLD_MS = 350;
const STILL_PX = 6;
const WIDGET = "button, a, input, select, [role=slider], [role=spinbutton], [role=application]";

/** A speaker's tools: the clicker's keys, a dark screen, and a spotlight while the pointer is pressed. */
export default function PresenterTools({ isPresenter }: PresenterToolsProps) {
  const [isBlank, setBlank] = useState(false);
  useClicker(isPresenter, isBlank, setBlank);
  return (
    <>
      {isPresenter ? (
        <>
          <Spotlight />
          <Suspense>
            <LectureBar />
          </Suspense>
        </>
      ) : null}
      {isBlank ? (
        <button
          type="button"
          className="blank edgeless cover fixed"
          aria-label={t("Show the page again")}
          onClick={() => setBlank(false)}
        />
      ) : null}
    </>
  );
}

function useClicker(isPresenter: boolean, isBlank: boolean, setBlank: (is: boolean) => void): void {
  const isTold = useApp(({ told }) => told !== undefined);
  const { stepEvent } = useActions();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isBlank) {
      event.preventDefault();
      event.stopImmediatePropagation();
      setBlank(false);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || keyTarget(document.activeElement) === "text")
      return;
    const deed = clickerDeed(event.key, { isPresenter, isTold });
    if (deed === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (deed === "blank") setBlank(true);
    else if (document.querySelector("[data-lecture]") !== null)
      document.querySelector<HTMLButtonElement>(`[data-lecture="${deed}"]:enabled`)?.click();
    else if (isTold || document.querySelector("[data-clicker]") !== null)
      document.querySelector<HTMLButtonElement>(`[data-clicker="${deed}"]:enabled`)?.click();
    else stepEvent(deed === "next" ? 1 : -1);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
}

/** A bright circle around a pointer that is still and outside of controls. Everything else is dim. */
function Spotlight() {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: { readonly x: number; readonly y: number } | undefined;
    let isOn = false;
    const end = () => {
      clearTimeout(timer);
      from = undefined;
      setAt(undefined);
    };
    window.addEventListener(
      "pointerdown",
      ({ clientX: x, clientY: y, target, button }) => {
        isOn = false;
        if (button !== 0 || (target instanceof Element && target.closest(WIDGET) !== null)) return;
        from = { x, y };
        timer = setTimeout(() => {
          isOn = true;
          setAt({ x, y });
        }, HOLD_MS);
      },
      { signal },
    );
    window.addEventListener(
      "pointermove",
      ({ clientX: x, clientY: y }) => {
        if (from === undefined) return;
        if (isOn) setAt({ x, y });
        else if (Math.hypot(x - from.x, y - from.y) > STILL_PX) end();
      },
      { signal },
    );
    for (const over of ["pointerup", "pointercancel", "blur"]) window.addEventListener(over, end, { signal });
    // Showing a spotlight does not click the element below it.
    window.addEventListener(
      "click",
      (event) => {
        if (!isOn) return;
        isOn = false;
        event.stopImmediatePropagation();
        event.preventDefault();
      },
      { signal, capture: true },
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);
  if (at === undefined) return null;
  return (
    <div
      className="spotlight through cover fixed"
      aria-hidden="true"
      style={{ "--x": `${at.x}px`, "--y": `${at.y}px` }}
    />
  );
}

/** Keys of a clicker: next page, previous page, and the period for a dark screen. */
type ClickerDeed = "next" | "back" | "blank";

const PAGES: Readonly<Record<string, ClickerDeed>> = { PageDown: "next", PageUp: "back" };

/** Undefined if the key does nothing now. Outside presenter mode only Page Up and Page Down act, and only while a story
 * is open. */
export function clickerDeed(
  key: string,
  { isPresenter, isTold }: { readonly isPresenter: boolean; readonly isTold: boolean },
): ClickerDeed | undefined {
  if (isPresenter && key === ".") return "blank";
  return isPresenter || isTold ? PAGES[key] : undefined;
}
