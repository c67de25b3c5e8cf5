import { useEffect, useRef, useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import { useActions } from "../../state/hooks.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { createNarrator } from "./narrator.ts";
import type { StageRates } from "./rates.ts";

interface LiveTextProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Says what changed since it last spoke, at most once a second; rates every few seconds. */
export function LiveText({ view, facts, rates }: LiveTextProps) {
  const [text, setText] = useState("");
  const { setSpoken } = useActions();
  const narrator = useRef<ReturnType<typeof createNarrator>>(undefined);

  useEffect(() => {
    const made = createNarrator((said) => {
      setText(said);
      setSpoken(said);
    });
    narrator.current = made;
    return made.close;
  }, [setSpoken]);

  useEffect(() => narrator.current?.show(view, facts, rates), [view, facts, rates]);

  return (
    <p className="sr-only" role="status" aria-live="polite">
      {text}
    </p>
  );
}
