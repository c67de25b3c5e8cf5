import { useState } from "react";
import type { Difference } from "../../../lib/settings/differences.ts";
import { nodesAlong, nodesToward } from "../../../lib/settings/node.ts";
import { errorPlace, errorText, valueText } from "../../form/fieldWords.ts";
import { useFormFacts } from "../../form/useForm.ts";
import { Trans } from "../../text/Trans.tsx";
import { t, tCount } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useSettings, useSettingsState, useView } from "./useSettings.ts";
import { goToField } from "./view.ts";

/** The result of the changes: errors that prevent a run, and differences from the scenario. */
export function Outcome() {
  return (
    <>
      <Errors />
      <Changes />
    </>
  );
}

function Errors() {
  const errors = useSettingsState((state) => state.errors);
  const count = useSettingsState((state) => state.errorCount);
  const { root } = useFormFacts();
  return (
    <div role="status" className="outcome">
      {count === 0 ? null : (
        <div className="outcome__errors t-12">
          <p className="w-600">
            <span className="loss" aria-hidden="true">
              ✕{" "}
            </span>
            {tCount(
              count,
              "Not applied, {count} error. The previous machine keeps running.",
              "Not applied, {count} errors. The previous machine keeps running.",
            )}
          </p>
          <ul>
            {errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field === "scenario" ? null : <FieldLink field={field} />}{" "}
                {errorText(nodesToward(root, field).at(-1), field, message)}
              </li>
            ))}
            {count > errors.length ? (
              <li>{t("and {count} more", { count: count - errors.length })}</li>
            ) : null}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Shows the page's name of a field. Beside the text editor it shows the place in the text. */
function FieldLink({ field }: { readonly field: string }) {
  const { root } = useFormFacts();
  const isText = useView((state) => state.view === "json");
  const { title, above } = errorPlace(root, field);
  return (
    <button
      type="button"
      className={
        isText
          ? "outcome__field mono tight w-500 to-left anywhere bare press target"
          : "outcome__field tight w-500 to-left anywhere bare press target"
      }
      onClick={() => goToField(field)}
    >
      {isText ? field : title}
      {isText || above === "" ? null : <span className="small"> {above}</span>}
    </button>
  );
}

function Changes() {
  const settings = useSettings();
  const differences = useSettingsState((state) => state.differences);
  const [isOpen, setOpen] = useState(false);
  const count = differences.length;
  if (count === 0) return <p className="changes changes--none t-12 ink-3">{t("Unchanged")}</p>;
  return (
    <div className="changes t-12">
      <div className="row apart gap-2">
        <button
          type="button"
          className="changes__toggle row tight w-500 to-left bare press"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? "down" : "forward"} />
          <Trans
            text={count === 1 ? "{count} change to the scenario" : "{count} changes to the scenario"}
            gaps={{ count: <span className="settings__badge accent to-middle soft pill">{count}</span> }}
          />
        </button>
        <button type="button" className="btn btn--small" onClick={settings.reset}>
          {t("Reset")}
        </button>
      </div>
      {isOpen ? (
        <ul className="changes__list above-1 scroll-down" aria-label={t("Changes")}>
          {differences.map((difference) => (
            <Change key={`${difference.kind} ${difference.field}`} difference={difference} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Change({ difference }: { readonly difference: Difference }) {
  const { root } = useFormFacts();
  const settings = useSettings();
  const nodes = nodesAlong(root, difference.path);
  const node = nodes.at(-1);
  const isField = difference.kind !== "removed" && nodes.length === difference.path.length;
  const title = isField ? (node?.title ?? difference.field) : difference.field;
  const unit = isField ? (node?.form.unit ?? "") : "";
  const above = nodes
    .slice(0, -1)
    .slice(-2)
    .map((one) => one.title);
  return (
    <li>
      <button
        type="button"
        className="changes__field grid tight to-left bare press target"
        onClick={() => goToField(difference.field)}
      >
        <span className="changes__title anywhere">{title}</span>
        {above.length === 0 ? null : <span className="small">{above.join(" › ")}</span>}
      </button>
      <span className="changes__values t-11 to-right anywhere">
        <span className="mono dim">{valueText(difference.before, "")}</span>
        <span aria-hidden="true"> → </span>
        <span className="sr-only">{t("new value")}</span>
        <span className="mono">{valueText(difference.after, "")}</span> <span className="unit">{unit}</span>
      </span>
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Undo: {title}", { title })}
        onClick={() => settings.edit(difference.revert)}
      >
        <Icon name="undo" />
      </button>
    </li>
  );
}
