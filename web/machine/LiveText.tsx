import { useEffect, useRef, useState } from "react";
import type { MachineView } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";
import { spokenChange } from "./speech.ts";

const PAUSE_MS = 1000;

interface LiveTextProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

/** Says what changed since it last spoke, at most once a second. */
export function LiveText({ view, facts }: LiveTextProps) {
  const [text, setText] = useState("");
  const said = useRef(view);
  const latest = useRef(view);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    latest.current = view;
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const change = spokenChange(said.current, latest.current, facts);
      said.current = latest.current;
      if (change !== "") setText(change);
    }, PAUSE_MS);
  }, [view, facts]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  return (
    <p className="sr-only" role="status" aria-live="polite">
      {text}
    </p>
  );
}
