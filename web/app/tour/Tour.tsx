import { Popover } from "@base-ui/react/popover";
import { type CSSProperties, useEffect, useLayoutEffect, useState } from "react";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { TOUR_STEPS, type TourStep } from "./steps.ts";
import "./tour.css";

/** Points at one part of the page after the other. The page stays in use; Esc or a press elsewhere ends nothing. */
export default function Tour({ onClose }: { readonly onClose: () => void }) {
  const [steps] = useState(() => TOUR_STEPS.filter((step) => elementOf(step) !== undefined));
  const [current, setCurrent] = useState(0);
  const step = steps[current];
  const target = step === undefined ? undefined : elementOf(step);
  const isLast = current === steps.length - 1;
  const box = useBox(target);

  useEffect(() => {
    if (steps.length === 0) onClose();
  }, [steps, onClose]);

  if (step === undefined || target === undefined) return null;
  return (
    <>
      {box === undefined ? null : <div className="tour-ring" style={box} aria-hidden="true" />}
      <Popover.Root
        open
        onOpenChange={(open, { reason }) => {
          // A press on the page tries what was said; the tour waits.
          if (!open && reason === "escape-key") onClose();
        }}
      >
        <Popover.Portal>
          <Popover.Positioner
            className="positioner tour-positioner"
            anchor={anchorOf(target)}
            side="bottom"
            sideOffset={12}
            collisionPadding={12}
          >
            <Popover.Popup className="popup tour" key={step.id}>
              <p className="tour__count">
                {t("{number} of {of}", { number: current + 1, of: steps.length })}
              </p>
              <Popover.Title className="tour__title">{t(step.title)}</Popover.Title>
              <Popover.Description className="tour__text">{t(step.text)}</Popover.Description>
              <div className="tour__buttons">
                <button type="button" className="btn btn--small btn--ghost" onClick={onClose}>
                  {isLast ? t("Close") : t("Leave the tour")}
                </button>
                <span className="tour__spacer" />
                {current === 0 ? null : (
                  <button type="button" className="btn btn--small" onClick={() => setCurrent(current - 1)}>
                    <Icon name="back" />
                    {t("Back")}
                  </button>
                )}
                <button
                  type="button"
                  className="btn btn--small btn--primary"
                  onClick={() => (isLast ? onClose() : setCurrent(current + 1))}
                >
                  {isLast ? t("Done") : t("Next")}
                </button>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}

function elementOf({ targets }: TourStep): Element | undefined {
  for (const selector of targets) {
    const found = Array.from(document.querySelectorAll(selector)).find((element) =>
      element.checkVisibility(),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

const TALL_SHARE = 0.5;

/** Below what is spoken of; over the lower half of what leaves no room below, as the machine on a phone. */
function anchorOf(target: Element) {
  const { left, top, width, height } = target.getBoundingClientRect();
  if (height < TALL_SHARE * window.innerHeight) return target;
  return { getBoundingClientRect: () => new DOMRect(left, top, width, height / 2) };
}

const RING_PX = 3;

/** Where the element is in the window, also after the window has changed. */
function useBox(element: Element | undefined): CSSProperties | undefined {
  const [box, setBox] = useState<CSSProperties | undefined>(undefined);
  useLayoutEffect(() => {
    if (element === undefined) return;
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      setBox({
        left: left - RING_PX,
        top: top - RING_PX,
        width: width + 2 * RING_PX,
        height: height + 2 * RING_PX,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [element]);
  return box;
}
