/** The form of a study, built from the study format. A new field of the format gets its control here without further
 * changes. Only fields that need more than their schema have a control of their own (STUDY_CONTROLS). */
import { useId, useMemo, useState } from "react";
import { dictionaryOf } from "../../../lib/metrics/dictionary.ts";
import { fieldsOf } from "../../../lib/scenarioFields/describe.ts";
import { CONTEXTS } from "../../../lib/scenarioFields/withContexts.ts";
import { applyEdit } from "../../../lib/settings/edit.ts";
import { createForm } from "../../../lib/settings/form.ts";
import type { JsonSchema } from "../../../lib/settings/jsonSchema.ts";
import { childrenOf, type FieldNode, nodesToward, rootNode } from "../../../lib/settings/node.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import studyJson from "../../../scenarios/study/study.schema.json" with { type: "json" };
import { Fields } from "../../form/Field.tsx";
import { FormContext, type FormFacts, type NodeProps, useFormFacts } from "../../form/useForm.ts";
import { translatedMessage } from "../../text/message.ts";
import { typedNumber } from "../../text/numbers.ts";
import { type Label, t, translated } from "../../text/t.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import { readTypedNumber } from "../draft/typed.ts";
import {
  Errors,
  Fold,
  Group,
  placeOf,
  StudyContext,
  type StudyFormProps,
  Suggestions,
} from "./formFields.tsx";
import { STUDY_CONTROLS, startOfSearch, startOfStop } from "./studyControls.tsx";

const STUDY_JSON_SCHEMA = studyJson as JsonSchema;

/** Groups of fields. Fields of the format that are in none of them come last. */
const SECTIONS: readonly { readonly title: Label; readonly fields: readonly string[] }[] = [
  { title: "Scenarios|study", fields: ["scenarios"] },
  { title: "What is varied", fields: ["axes"] },
  { title: "What is measured", fields: ["metrics"] },
  { title: "Each run", fields: ["set", "warmUpCycles"] },
  { title: "Seeds", fields: ["seeds", "commonSeeds", "compare", "stop", "worstOf"] },
  { title: "Search|study", fields: ["search"] },
];

interface WholeProps extends StudyFormProps {
  /** The format, which a test may extend. */
  readonly schema?: JsonSchema;
}

export function StudyForm({ schema = STUDY_JSON_SCHEMA, ...study }: WholeProps) {
  const { draft, scenario, plan, errors, onChange } = study;
  const fieldList = useId();
  const metricList = useId();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is translated depends on the language
  const form = useMemo(() => createForm(schema, translated), [schema, language]);
  /** Hundreds of names, so they are computed once for a scenario. */
  const suggestions = useMemo(
    () => (
      <>
        <Suggestions
          id={fieldList}
          values={[CONTEXTS, ...(scenario ? fieldsOf(scenario) : []).map(nameOf)]}
        />
        <Suggestions id={metricList} values={scenario ? [...dictionaryOf(scenario).keys()] : []} />
      </>
    ),
    [scenario, fieldList, metricList],
  );
  const root = rootNode(form, draft);
  const { placed, rest } = placedErrors(root, errors);
  const facts: FormFacts = {
    root,
    edit: (edit) => {
      const changed = applyEdit(form, draft, edit);
      if (isObject(changed)) onChange(changed);
    },
    errors: placed,
    changed: NOTHING_CHANGED,
    controls: STUDY_CONTROLS,
    starts: { stop: () => startOfStop(draft, plan), search: () => startOfSearch(draft) },
    readNumber: (typed) => {
      const read = readTypedNumber(typedNumber(typed));
      return read.ok ? read.value : undefined;
    },
    useOpen,
    Below: PartError,
  };
  const nodes = childrenOf(root);
  const inSection = new Set(SECTIONS.flatMap(({ fields }) => fields));
  return (
    <StudyContext value={{ ...study, fieldList, metricList }}>
      <FormContext value={facts}>
        <div className="sweep-form">
          {suggestions}
          {SECTIONS.map(({ title, fields }) => (
            <Group key={title} title={t(title)}>
              <Fields nodes={nodes.filter(({ field }) => fields.includes(field)).flatMap(withoutGroup)} />
            </Group>
          ))}
          <div className="sweep-form__group grid gap-2 flush edgeless hair-above">
            <Fold title={t("Name and description")} isUsed={false}>
              <Fields nodes={nodes.filter(({ field }) => !inSection.has(field))} />
            </Fold>
          </div>
          <Errors errors={rest} />
        </div>
      </FormContext>
    </StudyContext>
  );
}

const nameOf = ({ name }: { readonly name: string }): string => name;

const NOTHING_CHANGED: ReadonlySet<string> = new Set();

/** The fields of a group that is always present are directly in the section. */
function withoutGroup(node: FieldNode): readonly FieldNode[] {
  const isGroup = node.form.control.kind === "group" && node.form.fallback !== undefined;
  return isGroup ? childrenOf(node) : [node];
}

function useOpen(): readonly [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(true);
  return [isOpen, () => setOpen(!isOpen)];
}

/** Error of a whole part. The reason for a single value is in its row. */
function PartError({ node }: NodeProps) {
  const reason = useFormFacts().errors.get(node.field);
  const isPart = ["group", "list", "alternatives"].includes(node.form.control.kind);
  return reason === undefined || !isPart ? null : (
    <p className="sfield__error">
      <span aria-hidden="true">✕ </span>
      {reason}
    </p>
  );
}

/** Places each error at the innermost field that the form knows. Controls of the study show their own errors. */
function placedErrors(root: FieldNode, errors: readonly ScenarioError[]) {
  const placed = new Map<string, string>();
  const rest: ScenarioError[] = [];
  for (const error of errors) {
    const nodes = nodesToward(root, placeOf(error));
    const node = nodes.at(-1);
    if (node === undefined) rest.push(error);
    else if (!nodes.some(({ place }) => LISTING.has(place))) {
      const before = placed.get(node.field);
      const text = reasonAt(node, error);
      placed.set(node.field, before === undefined ? text : `${before}; ${text}`);
    }
  }
  return { placed, rest };
}

/** Places whose controls list their errors. */
const LISTING: ReadonlySet<string> = new Set(["scenarios", "axes", "metrics", "set"]);

function reasonAt({ field: known, form, value }: FieldNode, { field, message }: ScenarioError): string {
  if (form.control.kind === "number" && typeof value === "string") {
    const read = readTypedNumber(typedNumber(value));
    if (!read.ok) return read.message;
  }
  const text = translatedMessage(message);
  return field === known ? text : `${field.slice(known.length).replace(/^\./, "")}: ${text}`;
}
