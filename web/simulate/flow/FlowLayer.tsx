import { type RefObject, useEffect, useRef } from "react";
import { useSession } from "../../state/hooks.ts";
import type { Passed } from "../../state/live.ts";
import type { Box } from "../figure/shapes.ts";
import { shapesElement } from "../figure/svgNode.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { createMoveTeller, type Move } from "./choreography.ts";
import { flowNames, MOST_MOVES, moveMs, pathOf, tokenShapes } from "./moves.ts";
import "./flow.css";

export interface FlowLayerProps {
  readonly stage: RefObject<HTMLElement | null>;
  readonly facts: MachineInfo;
}

/** Over the stage: what moves between its parts. Reduced motion goes without. */
export default function FlowLayer({ stage, facts }: FlowLayerProps) {
  const { live } = useSession();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = stage.current;
    const into = layer.current;
    if (root === null || into === null) return;
    const tell = createMoveTeller(flowNames(facts));

    function play(passed: Passed | undefined): void {
      if (passed === undefined || root === null || into === null) return;
      const moves = tell(passed).slice(0, MOST_MOVES);
      // Measuring lays the page out, which most pictures need not.
      if (moves.length === 0 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const boxes = boxesOf(root);
      const journey = live.journey.get();
      const followed = journey?.what === "packet" ? journey.number : undefined;
      const textPx = Number.parseFloat(getComputedStyle(into).fontSize);
      for (const move of moves) animate(into, move, boxes, followed, textPx);
    }

    const stop = live.passed.subscribe(() => play(live.passed.get()));
    return () => {
      stop();
      into.replaceChildren();
    };
  }, [live, stage, facts]);
  return <div ref={layer} className="flow clip placed through cover" aria-hidden="true" />;
}

/** Of the parts in px of the stage, measured when they are asked for first. */
function boxesOf(root: HTMLElement): (part: string) => Box | undefined {
  const origin = root.getBoundingClientRect();
  const known = new Map<string, Box | undefined>();
  const measure = (part: string): Box | undefined => {
    const [kind, name] = part.split(/:(.*)/s);
    const selector =
      kind === "thread" ? `[data-thread="${CSS.escape(name ?? "")}"]` : `[data-part="${CSS.escape(part)}"]`;
    const element = Array.from(root.querySelectorAll(selector)).find((one) => one.checkVisibility());
    const found = element ?? (kind === "thread" ? root.querySelector('[data-part="core:1"]') : null);
    if (found === null || found === undefined) return undefined;
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x - origin.x + root.scrollLeft, y: y - origin.y + root.scrollTop, width, height };
  };
  return (part) => {
    if (!known.has(part)) known.set(part, measure(part));
    return known.get(part);
  };
}

function animate(
  into: HTMLElement,
  move: Move,
  boxes: (part: string) => Box | undefined,
  followed: number | undefined,
  textPx: number,
): void {
  const path = pathOf(move, boxes);
  if (path === undefined) return;
  const isFollowed = move.packet !== undefined && move.packet === followed;
  const token = document.createElement("i");
  token.className = `flow__${move.kind}`;
  token.dataset.packet = move.packet === undefined ? "" : String(move.packet);
  token.append(shapesElement(tokenShapes(move, boxes(move.from), isFollowed, textPx)));
  into.append(token);
  const animation = token.animate(
    path.map(({ x, y, scale, opacity }) => ({
      transform: `translate(${x}px, ${y}px) scale(${scale})`,
      opacity,
    })),
    { duration: moveMs(move), easing: "ease-in-out" },
  );
  animation.onfinish = () => token.remove();
  animation.oncancel = () => token.remove();
}
