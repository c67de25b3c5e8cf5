import type { StudyPlan } from "../../../lib/study/plan.ts";
import { variedAxes } from "../../../lib/study/views.ts";
import { t } from "../../text/t.ts";
import { Choose } from "../Choose.tsx";
import { pointColumns } from "../draft/columns.ts";
import { numberAt, textAt, withField } from "../draft/draft.ts";
import { CheckField, Fold, NumberField } from "./formFields.tsx";
import type { PartProps } from "./formProps.ts";

interface SeedFieldsProps extends PartProps {
  readonly plan: StudyPlan | undefined;
}

/** How many seeds, which, and what is compared with them. */
export function SeedFields({ draft, plan, onChange }: SeedFieldsProps) {
  const set = (path: readonly string[], value: unknown) => onChange(withField(draft, path, value));
  const first = numberAt(draft, "seeds", "first") ?? 1;
  const compare = textAt(draft, "compare") ?? "";
  const usual = variedAxes(plan?.points ?? [])[0]?.column;
  const columns = pointColumns(draft);
  const isUsed =
    first !== 1 ||
    draft.commonSeeds === false ||
    (compare !== "" && usual !== undefined && compare !== usual);
  return (
    <>
      <NumberField
        label={t("Seeds of each point")}
        value={numberAt(draft, "seeds", "count") ?? 10}
        onCommit={(value) => set(["seeds", "count"], value)}
      />
      <Fold title={t("Which seeds, and what is compared")} isUsed={isUsed}>
        <NumberField
          label={t("First seed")}
          value={first}
          onCommit={(value) => set(["seeds", "first"], value)}
        />
        <CheckField
          label={t("The same seeds, and so the same traffic, at every point")}
          isOn={draft.commonSeeds !== false}
          onChange={(isOn) => set(["commonSeeds"], isOn ? undefined : false)}
        />
        <Choose
          label={t("Compared, seed by seed")}
          value={compare}
          options={[
            ["", t("the first with several values")],
            ...[...new Set([...columns, ...(compare === "" ? [] : [compare])])].map(
              (column) => [column, column] as const,
            ),
          ]}
          onChoose={(column) => set(["compare"], column === "" ? undefined : column)}
        />
      </Fold>
    </>
  );
}
