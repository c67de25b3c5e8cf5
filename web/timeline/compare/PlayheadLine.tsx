import { useEffect, useRef } from "react";
import { pictureTask } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { isInView, pxAtCycle, showsInstructions } from "../../state/viewport.ts";
import { plotWidth } from "../layout.ts";
import { readFrame } from "../theme.ts";
import { watchEnvironment } from "../view.ts";

/** Joins the playheads of stacked timelines across the words between them. */
export function PlayheadLine({ session }: { readonly session: Session }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = line.current;
    return element === null ? undefined : mount(element, session);
  }, [session]);
  return <i ref={line} className="compare__playhead placed" aria-hidden="true" />;
}

function mount(element: HTMLElement, { store, live }: Session): () => void {
  const host = element.parentElement ?? element;
  let frame = readFrame(element, "tracks");
  const task = pictureTask(() => {
    const { viewport } = store.getState();
    const cycle = live.playhead.get();
    const left = host.clientWidth - frame.padPx - plotWidth(host.clientWidth, frame, "lanes");
    // At instruction zoom the playhead is a column, and each timeline draws its own.
    element.hidden = showsInstructions(viewport) || !isInView(viewport, cycle);
    element.style.transform = `translateX(${left + pxAtCycle(viewport, cycle)}px)`;
  });
  const stopWatching = watchEnvironment(host, {
    onResize: task.schedule,
    onRestyle: () => {
      frame = readFrame(element, "tracks");
      task.schedule();
    },
  });
  const stops = [store.subscribe(task.schedule), live.playhead.subscribe(task.schedule)];
  task.schedule();
  return () => {
    for (const stop of stops) stop();
    stopWatching();
    task.cancel();
  };
}
