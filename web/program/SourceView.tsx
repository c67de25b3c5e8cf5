import { useEffect, useEffectEvent } from "react";
import { t } from "../text/t.ts";
import type { Beside } from "./codeMarks.ts";
import type { Debugged, StepKey } from "./debugKeys.ts";
import { createSourceView } from "./sourceView.ts";
import { useCodeMarks, useCodeView } from "./useCodeView.ts";
import "../scenarios/settings/editor.css";

interface SourceViewProps extends Debugged {
  /** Name of the routine. */
  readonly name: string;
  readonly file: string | undefined;
  readonly text: string;
  readonly beside: Beside;
  /** Line, from 1, to which the cursor moves. A new object each time. */
  readonly target: { readonly line: number } | undefined;
}

/** A file of a linked program, or its instructions. */
export default function SourceView(props: SourceViewProps) {
  const { name, file, text, beside, target } = props;
  const onStop = useEffectEvent((line: number) => props.onStop(line));
  const onCursor = useEffectEvent((line: number) => props.onCursor(line));
  const onKey = useEffectEvent((key: StepKey) => props.onKey(key));
  const place = useCodeView(`${name} ${file} ${text}`, (parent) =>
    createSourceView(parent, {
      text,
      file,
      label:
        file === undefined
          ? t("Instructions of {routine}", { routine: name })
          : t("{file} of {routine}", { file, routine: name }),
      onStop: (line) => onStop(line),
      onCursor: (line) => onCursor(line),
      onKey: (key) => onKey(key),
    }),
  );
  const { host, view } = place;
  useCodeMarks(place, text, beside);
  useEffect(() => {
    if (target !== undefined) view.current?.goTo(target.line);
  }, [view, target]);

  return <div className="json program__source clip grow" ref={host} />;
}
