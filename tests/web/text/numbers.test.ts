import { expect, test } from "vitest";
import { LANGUAGES } from "../../../web/text/language.ts";
import { NOTATIONS } from "../../../web/text/numbers.ts";

test.each(LANGUAGES)("numbers in %s are written as Intl does", (language) => {
  const written = (value: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).formatToParts(value);
  const { decimalPoint, leastGroupedDigits } = NOTATIONS[language];
  expect(written(1.5).find(({ type }) => type === "decimal")?.value).toBe(decimalPoint);
  const isGrouped = (digits: number) => written(10 ** (digits - 1)).some(({ type }) => type === "group");
  expect([isGrouped(leastGroupedDigits - 1), isGrouped(leastGroupedDigits)]).toEqual([false, true]);
});
