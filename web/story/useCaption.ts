/** A caption with its numbers, as the run that is open has them. A sentence with a number is held until it is there. */
import { useEffect, useState } from "react";
import { captionParts, type Gap, sentencesWithoutGaps, textIn } from "../../lib/story/caption.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StoryText } from "../../scenarios/story/story.ts";
import { currentLanguage } from "../text/language.ts";
import { t } from "../text/t.ts";
import { numberText } from "./numberText.ts";
import { otherScenario } from "./otherScenario.ts";
import type { Measure } from "./tried.ts";

const NO_NUMBER = "–";

export function useCaption(
  text: StoryText | undefined,
  scenario: Scenario | undefined,
  cycle: number | undefined,
  measure: Measure | undefined,
): string {
  const own = text === undefined ? "" : textIn(text, currentLanguage());
  const parts = captionParts(own);
  const [filled, fill] = useState<{ readonly key: string; readonly numbers: readonly string[] }>();
  const gaps = parts.filter((part) => part.kind === "gap");
  const key = `${own} ${cycle ?? ""}`;
  const hasGaps = gaps.length > 0;

  useEffect(() => {
    if (!hasGaps || scenario === undefined || cycle === undefined || measure === undefined) return;
    let isLeft = false;
    void numbersOf(own, scenario, cycle, measure).then((numbers) => {
      if (!isLeft) fill({ key, numbers });
    });
    return () => {
      isLeft = true;
    };
  }, [own, key, hasGaps, scenario, cycle, measure]);

  if (hasGaps && filled?.key !== key)
    return [...sentencesWithoutGaps(own), t("The numbers are being measured.")].join(" ");
  let next = 0;
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      next += 1;
      return filled?.numbers[next - 1] ?? NO_NUMBER;
    })
    .join("");
}

async function numbersOf(
  text: string,
  scenario: Scenario,
  cycle: number,
  measure: Measure,
): Promise<readonly string[]> {
  const { gapValue } = await import("../../lib/story/gap.ts");
  const gaps: readonly Gap[] = captionParts(text).filter((part) => part.kind === "gap");
  return Promise.all(
    gaps.map(async ({ expression, isAtEnd, of }) => {
      const one = of === undefined ? scenario : await otherScenario(of);
      if (one === undefined) return NO_NUMBER;
      const measured = await measure(one, isAtEnd ? one.runCycles : cycle).catch(() => undefined);
      const value = measured && gapValue(one, expression, measured);
      return value === undefined ? NO_NUMBER : numberText(value.value, value.unit);
    }),
  );
}
