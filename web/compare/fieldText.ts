/** Ranges and places of fields as people read them. */
import type { Field } from "../../lib/scenarioFields/describe.ts";
import { plainText } from "../text/numbers.ts";
import { t } from "../text/t.ts";
import { valueText } from "../ui/fieldValue.ts";

/** "1 to 1 024 frames, whole", "one of …". */
export function rangeText({ of, unit }: Field): string {
  switch (of.kind) {
    case "number": {
      const range = t("{from} to {to}", {
        from: valueText(of.minimum, ""),
        to: valueText(of.maximum, unit),
      });
      const steps = of.step === 1 ? t("whole|number") : t("steps of {step}", { step: plainText(of.step) });
      const words = `${t("or")} ${of.words.join(", ")}`;
      return [range, ...(of.step === 0 ? [] : [steps]), ...(of.words.length === 0 ? [] : [words])].join(", ");
    }
    case "choice":
      return t("one of {options}", { options: of.options.join(", ") });
    case "switch":
      return t("on or off");
    case "text":
      return t("a name or a text");
  }
}

/** "machine › nics › eth0", the place of a field without its own name. */
export function placeText({ path }: Field): string {
  return path.slice(0, -1).join(" › ");
}
