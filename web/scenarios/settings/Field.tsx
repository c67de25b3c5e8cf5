import type { FieldNode } from "../../../lib/settings/node.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Term } from "../../ui/Term.tsx";
import { Branch } from "./Branch.tsx";
import { FIELD_TERMS } from "./fieldTerms.ts";
import { rangeText } from "./fieldText.ts";
import type { OriginPiece } from "./originText.ts";
import { ScalarControl } from "./ScalarControl.tsx";
import { valueText } from "./summary.ts";
import { plain } from "./useOrigins.ts";
import { useFormFacts } from "./useSettings.ts";
import { controlId } from "./view.ts";

const BRANCHES: ReadonlySet<string> = new Set(["group", "list", "alternatives"]);

export function Field({ node }: { readonly node: FieldNode }) {
  return BRANCHES.has(node.form.control.kind) ? <Branch node={node} /> : <ScalarField node={node} />;
}

/** One value: what it is called, the control, what it means, what it was. */
function ScalarField({ node }: { readonly node: FieldNode }) {
  const { errors, differences, originOf } = useFormFacts();
  const { form, field, title, path } = node;
  const error = errors.get(field);
  const id = controlId(field);
  const about = [form.description, rangeText(form)].filter(Boolean);
  const origin = differences.has(field) ? plain(t("Your change.")) : originOf(node);
  const term = FIELD_TERMS[String(path.at(-1))];
  return (
    <div className="sfield" data-wide={isWide(node)} data-invalid={error !== undefined}>
      <label className="sfield__title" htmlFor={id} id={`${id}:title`}>
        {title}
      </label>
      <div className="sfield__control">
        {term === undefined ? null : (
          <Term id={term}>
            <span aria-hidden="true">?</span>
            <span className="sr-only">{t("What is this: {title}", { title })}</span>
          </Term>
        )}
        <ScalarControl node={node} id={id} isInvalid={error !== undefined} />
        {form.unit === "" ? null : <span className="unit">{form.unit}</span>}
      </div>
      {about.length === 0 && origin === undefined ? null : (
        <p className="sfield__text" id={`${id}:text`}>
          {about.join(" ")} {origin === undefined ? null : <Origin pieces={origin} />}
        </p>
      )}
      {error === undefined ? null : (
        <p className="sfield__error" id={`${id}:error`}>
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      <WasBefore node={node} />
    </div>
  );
}

function Origin({ pieces }: { readonly pieces: readonly OriginPiece[] }) {
  return (
    <span className="sfield__origin">
      {pieces.map(({ text, isQuoted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
        <span key={index} lang={isQuoted ? "en" : undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** Texts, lists of values, and a word or a number have a row to themselves. */
function isWide({ form: { control } }: FieldNode): boolean {
  if (control.kind === "number") return control.words.some((word) => typeof word === "string");
  return ["text", "values", "marks", "column"].includes(control.kind);
}

/** Of a field that is not as it was opened. */
export function WasBefore({ node }: { readonly node: FieldNode }) {
  const { differences, settings } = useFormFacts();
  const difference = differences.get(node.field);
  if (difference === undefined || difference.kind === "removed") return null;
  const text =
    difference.kind === "added"
      ? t("new")
      : t("was {value}", { value: valueText(difference.before, node.form.unit) });
  return (
    <p className="sfield__was">
      <span>{text}</span>
      <button
        type="button"
        className="btn btn--ghost btn--small"
        aria-label={t("{title}: back to the scenario's", { title: node.title })}
        onClick={() => settings.edit(difference.revert)}
      >
        <Icon name="undo" />
        {t(difference.kind === "added" ? "take away" : "restore|to what it was")}
      </button>
    </p>
  );
}
