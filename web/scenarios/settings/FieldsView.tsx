import { type KeyboardEvent, useEffect } from "react";
import { childrenOf, type FieldNode, searchFields } from "../../../lib/settings/node.ts";
import { DEVICE_KINDS } from "../../../scenarios/devices/kinds.ts";
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

const DEVICES: ReadonlySet<unknown> = new Set(DEVICE_KINDS.map(({ list }) => list));
const isDevice = ({ path }: FieldNode) => path[0] === "machine" && DEVICES.has(path[1]);

/** In the order in which a user asks: what comes in, through what, who works on it, on what. The run and its description
 * come last. */
const SECTIONS: readonly { readonly title: Label; readonly has: (node: FieldNode) => boolean }[] = [
  { title: "What arrives", has: ({ path }) => path[0] === "traffic" },
  { title: "Cards and other devices", has: isDevice },
  { title: "What the software does", has: ({ path }) => path[0] === "software" },
  {
    title: "Processor, interrupts, memory",
    has: (node) => node.path[0] === "machine" && !isDevice(node),
  },
  {
    title: "Run and description",
    has: ({ path }) => path[0] !== "machine" && path[0] !== "software" && path[0] !== "traffic",
  },
];

function Sections() {
  const { root } = useFormFacts();
  const nodes = childrenOf(root).flatMap((node) =>
    ["machine", "software"].includes(String(node.path[0])) ? childrenOf(node) : [node],
  );
  return SECTIONS.map(({ title, has }) => (
    <section key={title} className="fields__section">
      <h3>{t(title)}</h3>
      <Fields nodes={nodes.filter(has)} />
    </section>
  ));
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
