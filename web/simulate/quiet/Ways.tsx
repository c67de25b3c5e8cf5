import { useLayoutEffect, useRef, useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { stopsOf } from "./stops.ts";
import { pathText, type Way, waysOf } from "./ways.ts";

interface WaysProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  /** Changes with the contents of the stage, because boxes may move without a change of size. */
  readonly room: string;
}

/** The lines along which packets run. They lie under the boxes beside this drawing. */
export function Ways({ view, facts, room }: WaysProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const [ways, setWays] = useState<readonly Way[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes move with what stands on the stage
  useLayoutEffect(() => {
    const root = drawing.current?.parentElement;
    if (root === null || root === undefined) return;
    const measure = () =>
      setWays((before) => {
        const next = waysOf(stopsOf(root), facts);
        return textOf(before) === textOf(next) ? before : next;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    for (const stop of root.querySelectorAll("[data-stop]")) observer.observe(stop);
    measure();
    return () => observer.disconnect();
  }, [facts, room]);
  return (
    <svg className="ways wide high placed through cover" aria-hidden="true" ref={drawing}>
      <defs>
        <marker
          id="way-end"
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="4.5"
          markerHeight="4.5"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8z" fill="context-stroke" />
        </marker>
      </defs>
      {ways.map(({ key, points }) => (
        <path
          key={key}
          className="hollow"
          data-way={key}
          data-busy={key.startsWith("dma:") && isCopying(key.slice("dma:".length), view, facts)}
          d={pathText(points)}
          markerEnd="url(#way-end)"
        />
      ))}
    </svg>
  );
}

const isCopying = (name: string, { nics }: MachineView, facts: MachineInfo) =>
  nics[facts.nics.findIndex((nic) => nic.name === name)]?.dma !== undefined;

const textOf = (ways: readonly Way[]) => ways.map(({ key, points }) => key + pathText(points)).join();
