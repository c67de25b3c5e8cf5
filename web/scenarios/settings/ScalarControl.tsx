import { namesOf } from "../../../lib/settings/names.ts";
import type { FieldNode } from "../../../lib/settings/node.ts";
import { t } from "../../text/t.ts";
import { NumberInput } from "./NumberInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { useFormFacts } from "./useSettings.ts";

interface ScalarControlProps {
  readonly node: FieldNode;
  readonly id: string;
  readonly isInvalid: boolean;
}

/** The control for one value; says its change to the settings. */
export function ScalarControl({ node, id, isInvalid }: ScalarControlProps) {
  const { settings, root } = useFormFacts();
  const { form, value, path } = node;
  const { control } = form;
  const set = (next: unknown) => settings.edit({ kind: "set", path, value: next });
  const leaveOut = () => settings.edit({ kind: "remove", path });
  const common = {
    id,
    "aria-describedby": `${id}:text${isInvalid ? ` ${id}:error` : ""}`,
    "aria-invalid": isInvalid,
  };
  switch (control.kind) {
    case "number":
      return (
        <NumberInput
          {...common}
          title={node.title}
          control={control}
          value={value}
          isOptional={!form.required && form.fallback === undefined}
          onValue={set}
          onLeaveOut={leaveOut}
        />
      );
    case "toggle":
      return (
        <button
          {...common}
          type="button"
          role="switch"
          className="switch"
          aria-checked={value === true}
          aria-labelledby={`${id}:title`}
          onClick={() => set(value !== true)}
        >
          <i aria-hidden="true" />
          {t(value === true ? "on" : "off")}
        </button>
      );
    case "choice":
    case "reference": {
      const options = control.kind === "choice" ? control.options : namesOf(root.value, control.to);
      return (
        <Select
          common={common}
          options={options}
          value={value}
          isOptional={!form.required && form.fallback === undefined}
          onValue={(next) => (next === undefined ? leaveOut() : set(next))}
        />
      );
    }
    case "marks":
      return (
        // biome-ignore lint/a11y/useSemanticElements: the row is the field set
        <div id={id} role="group" className="fields__marks" aria-labelledby={`${id}:title`}>
          {control.options.map((option) => {
            const marked = Array.isArray(value) ? value : [];
            const isOn = marked.includes(option);
            return (
              <label key={option}>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={() =>
                    set(control.options.filter((one) => (one === option ? !isOn : marked.includes(one))))
                  }
                />
                {option}
              </label>
            );
          })}
        </div>
      );
    case "text":
      return (
        <TextInput
          {...common}
          lines={control.lines}
          text={typeof value === "string" ? value : ""}
          onText={(text) => (text === "" && value === undefined ? undefined : set(text))}
        />
      );
    case "values": {
      const separator = control.layout === "lines" ? "\n" : " ";
      const entries = Array.isArray(value) ? value : [];
      const isNumber = control.entry.control.kind === "number";
      return (
        <TextInput
          {...common}
          lines={control.layout === "lines"}
          text={entries.join(separator)}
          onText={(text) => set(valuesOf(text, control.layout, isNumber))}
        />
      );
    }
    case "column":
      return (
        <output id={id} className="sfield__column">
          {Array.isArray(value) || typeof value === "string"
            ? t("{count} recorded", { count: value.length })
            : t("none|value")}
        </output>
      );
    default:
      return null;
  }
}

/** What is no number stays a text: the error names it. */
function valuesOf(text: string, layout: "line" | "lines", isNumber: boolean): readonly unknown[] {
  const parts = (layout === "lines" ? text.split("\n") : text.split(/[\s,]+/))
    .map((part) => part.trim())
    .filter(Boolean);
  if (!isNumber) return parts;
  return parts.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
}

interface SelectProps {
  readonly common: Readonly<Record<string, unknown>>;
  readonly options: readonly string[];
  readonly value: unknown;
  readonly isOptional: boolean;
  readonly onValue: (value: string | undefined) => void;
}

const LEFT_OUT = "";

function Select({ common, options, value, isOptional, onValue }: SelectProps) {
  const current = typeof value === "string" ? value : LEFT_OUT;
  const isKnown = current === LEFT_OUT || options.includes(current);
  return (
    <select
      {...common}
      className="field select"
      value={current}
      onChange={({ currentTarget }) =>
        onValue(currentTarget.value === LEFT_OUT ? undefined : currentTarget.value)
      }
    >
      {isOptional || current === LEFT_OUT ? <option value={LEFT_OUT}>–</option> : null}
      {isKnown ? null : <option value={current}>{current}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
