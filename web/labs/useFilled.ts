import { useEffect, useState } from "react";
import type { LabBench } from "../../lib/labs/bench.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import { filledText, templatesOf } from "../../lib/labs/templates.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { numberText } from "./labText.ts";

/** The text with its numbers. Runs the machines that the text needs. Until then, dots replace the numbers. */
export function useFilled(bench: LabBench, step: LabStep, text: string): string {
  const [filled, setFilled] = useState({ text: "", filled: "" });
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are in its notation
  useEffect(() => {
    if (!text.includes("{{")) return;
    let gone = false;
    const templates = templatesOf(text, bench.vocabularyOf(step));
    const needs = new Set(
      templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs)),
    );
    setFilled({ text, filled: filledText(text, templates, new Map(), numberText) });
    bench.measured(step, needs).then(
      (measured) => {
        if (!gone) setFilled({ text, filled: filledText(text, templates, measured, numberText) });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [bench, step, text, language]);
  if (!text.includes("{{")) return text;
  return filled.text === text ? filled.filled : text.replace(/\{\{[^{}]*\}\}/g, "…");
}
