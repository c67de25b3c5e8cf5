import { useEffect, useState } from "react";
import type { LabBench } from "../../../lib/labs/bench.ts";
import type { LabStep } from "../../../lib/labs/lab.ts";
import { filledText, templatesOf } from "../../../lib/labs/templates.ts";

/** The text with its numbers. Machines that it needs are run; until then their numbers are dots. */
export function useFilled(bench: LabBench, step: LabStep, text: string): string {
  const [filled, setFilled] = useState({ text: "", filled: "" });
  useEffect(() => {
    if (!text.includes("{{")) return;
    let gone = false;
    const templates = templatesOf(text, bench.vocabularyOf(step));
    const needs = new Set(
      templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs)),
    );
    setFilled({ text, filled: filledText(text, templates, new Map()) });
    bench.measured(step, needs).then(
      (measured) => {
        if (!gone) setFilled({ text, filled: filledText(text, templates, measured) });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [bench, step, text]);
  if (!text.includes("{{")) return text;
  return filled.text === text ? filled.filled : text.replace(/\{\{[^{}]*\}\}/g, "…");
}
