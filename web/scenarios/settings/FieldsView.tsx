import { type KeyboardEvent, useEffect } from "react";
import { childrenOf, type FieldNode, searchFields } from "../../../lib/settings/node.ts";
import { Field, Fields } from "../../form/Field.tsx";
import { controlId, useFormFacts } from "../../form/useForm.ts";
import { keyOf } from "../../state/keymap.ts";
import { type Label, t, tCount } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useSettings, useView } from "./useSettings.ts";
import { viewStore } from "./view.ts";

const SHOWN_FIELDS = 40;

export function FieldsView() {
  const settings = useSettings();
  const query = useView((state) => state.query);
  useTarget();

  /** In a field that is being typed into, the keys are the field's. */
  function press(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || keyOf(event).toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) settings.redo();
    else settings.undo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div className="fields" onKeyDown={press}>
      <search className="fields__search block anchor">
        <Icon name="search" />
        <input
          type="search"
          className="field wide r-2 target"
          placeholder={t("Find a setting")}
          aria-label={t("Find a setting")}
          value={query}
          onChange={({ currentTarget }) => viewStore.setState({ query: currentTarget.value })}
        />
      </search>
      {query.trim() === "" ? <Sections /> : <Results query={query} />}
    </div>
  );
}

function Results({ query }: { readonly query: string }) {
  const { root } = useFormFacts();
  const { found, count } = searchFields(root, query, SHOWN_FIELDS);
  return (
    <section className="fields__section" aria-label={t("Settings found")}>
      <p className="small" role="status">
        {count === 0 ? t("No setting matches.") : tCount(count, "{count} setting", "{count} settings")}
        {count > found.length ? `, ${t("showing the first {count}", { count: found.length })}` : ""}
      </p>
      {found.map(({ node, above }) => (
        <div key={node.field} className="fields__found">
          <p className="small">{above.join(" › ")}</p>
          <Field node={node} />
        </div>
      ))}
    </section>
  );
}

const PARTS: readonly { readonly key: string; readonly title: Label }[] = [
  { key: "machine", title: "Machine" },
  { key: "software", title: "Software" },
  { key: "traffic", title: "Traffic" },
];

/** The parts of a scenario; what belongs to none of them, the run and its description, comes last. */
function Sections() {
  const { root } = useFormFacts();
  const children = childrenOf(root);
  const partOf = (node: FieldNode) => PARTS.find(({ key }) => key === node.path[0]);
  return (
    <>
      {PARTS.map(({ key, title }) => {
        const part = children.find((node) => node.path[0] === key);
        if (part === undefined) return null;
        const isList = part.form.control.kind === "list";
        return (
          <section key={key} className="fields__section">
            <h3>{t(title)}</h3>
            <Fields nodes={isList ? [part] : childrenOf(part)} />
          </section>
        );
      })}
      <section className="fields__section">
        <h3>{t("Run and description")}</h3>
        <Fields nodes={children.filter((node) => partOf(node) === undefined)} />
      </section>
    </>
  );
}

/** Puts the focus on the field that the user wants to see. */
function useTarget(): void {
  const target = useView((state) => state.target);
  useEffect(() => {
    if (target === undefined) return;
    let field = target;
    while (document.getElementById(controlId(field)) === null && field !== "")
      field = field.replace(/(^|\.)[^.[]*$|\[[^[]*$/, "");
    const control = document.getElementById(controlId(field));
    control?.focus({ preventScroll: true });
    control?.closest(".sfield, .sbranch")?.scrollIntoView({ block: "center" });
    viewStore.setState({ target: undefined });
  }, [target]);
}
