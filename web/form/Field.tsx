/** A form made from a schema: a row for each field, parts that open, lists, and a choice between kinds. */
import type { ReactNode } from "react";
import { alternativeValue, defaultValue, newEntry } from "../../lib/settings/edit.ts";
import { childrenOf, type FieldNode, optionsOf } from "../../lib/settings/node.ts";
import { t } from "../text/t.ts";
import { withinSentence } from "../text/withinSentence.ts";
import { Icon } from "../ui/Icon.tsx";
import { plural } from "../ui/plural.ts";
import { ScalarControl } from "./controls.tsx";
import { rangeText, summaryOf } from "./fieldWords.ts";
import { controlId, countBelow, type NodeProps, useFormFacts } from "./useForm.ts";
import "./fields.css";

export function Fields({ nodes }: { readonly nodes: readonly FieldNode[] }) {
  return nodes.map((node) => <Field key={node.field} node={node} />);
}

const BRANCHES: ReadonlySet<string> = new Set(["group", "list", "alternatives"]);

export function Field({ node }: NodeProps) {
  const Own = useFormFacts().controls[node.place];
  if (Own !== undefined) return <Own node={node} />;
  return BRANCHES.has(node.form.control.kind) ? <Branch node={node} /> : <ScalarField node={node} />;
}

/** One value with the control that its schema asks for. */
export function ScalarField({ node }: NodeProps) {
  return (
    <Row node={node} isWide={isWide(node)}>
      <ScalarControl node={node} />
    </Row>
  );
}

interface RowProps extends NodeProps {
  /** True if the control is below the title. */
  readonly isWide: boolean;
  /** The control, with the id and the attributes of `useControl`. */
  readonly children: ReactNode;
}

/** One value: its name, its control, its meaning, and the reason of a refusal. */
export function Row({ node, isWide, children }: RowProps) {
  const { errors, Before, noteOf, Below } = useFormFacts();
  const { form, field, title } = node;
  const error = errors.get(field);
  const id = controlId(field);
  const about = [form.description, rangeText(form)].filter(Boolean);
  const note = noteOf?.(node);
  return (
    <div className="sfield" data-wide={isWide} data-invalid={error !== undefined}>
      <label className="sfield__title" htmlFor={id} id={`${id}:title`}>
        {title}
      </label>
      <div className="sfield__control">
        {Before === undefined ? null : <Before node={node} />}
        {children}
        {form.unit === "" ? null : <span className="unit">{form.unit}</span>}
      </div>
      {about.length === 0 && note === undefined ? null : (
        <p className="sfield__text ink-3 anywhere" id={`${id}:text`}>
          {about.join(" ")} {note}
        </p>
      )}
      {error === undefined ? null : (
        <p className="sfield__error" id={`${id}:error`}>
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      {Below === undefined ? null : <Below node={node} />}
    </div>
  );
}

/** Texts, lists of values, and fields with a word or a number have a row of their own. */
function isWide({ form: { control } }: FieldNode): boolean {
  if (control.kind === "number") return control.words.some((word) => typeof word === "string");
  return ["text", "values", "marks", "column", "json"].includes(control.kind);
}

/** A part of the form that opens: a group, a list, or a choice between several kinds. */
function Branch({ node }: { readonly node: FieldNode }) {
  const { edit, root, starts, Below } = useFormFacts();
  const { form, path, value, title } = node;
  if (value === undefined) {
    const start = starts[node.place];
    const added = start === undefined ? defaultValue(form, root.value) : start();
    return (
      <div className="sbranch sbranch--none row wrap hair-below">
        <span className="sbranch__title fill t-12 w-500">{title}</span>
        <button
          type="button"
          id={controlId(node.field)}
          className="btn btn--small"
          aria-label={t("Add {title}", { title })}
          disabled={added === undefined}
          onClick={() => edit({ kind: "set", path, value: added })}
        >
          <Icon name="add" />
          {t("add")}
        </button>
        {form.description === "" ? null : <p className="sfield__text ink-3 anywhere">{form.description}</p>}
      </div>
    );
  }
  const isOptional = !form.required && form.fallback === undefined && !node.isEntry;
  return (
    <Disclosure node={node}>
      {form.description === "" ? null : <p className="sfield__text ink-3 anywhere">{form.description}</p>}
      {Below === undefined ? null : <Below node={node} />}
      <BranchBody node={node} />
      {isOptional ? (
        <button
          type="button"
          className="btn btn--small btn--ghost around-2"
          onClick={() => edit({ kind: "remove", path })}
        >
          <Icon name="close" />
          {t("Remove {title}", { title })}
        </button>
      ) : null}
    </Disclosure>
  );
}

function BranchBody({ node }: { readonly node: FieldNode }) {
  if (node.form.control.kind === "list") return <Entries node={node} />;
  return (
    <>
      {node.form.control.kind === "alternatives" ? <Kind node={node} /> : null}
      {optionsOf(node.form)[node.chosen]?.control.kind === "list" ? null : (
        <Fields nodes={childrenOf(node)} />
      )}
      <ValueOfAlternative node={node} />
    </>
  );
}

/** Chooses one of the alternatives. */
function Kind({ node }: { readonly node: FieldNode }) {
  const { edit, root, errors } = useFormFacts();
  const options = optionsOf(node.form);
  const option = options[node.chosen];
  const id = controlId(node.field);
  return (
    <div className="sfield" data-invalid={errors.has(node.field)}>
      <label className="sfield__title" htmlFor={id}>
        {t("Kind")}
      </label>
      <div className="sfield__control">
        <select
          className="field"
          id={id}
          aria-label={t("Kind of {title}", { title: node.title })}
          value={node.chosen}
          onChange={({ currentTarget }) => {
            const next = options[Number(currentTarget.value)];
            if (next === undefined) return;
            const value = alternativeValue(next, node.value, root.value);
            edit({ kind: "set", path: node.path, value });
          }}
        >
          {node.chosen < 0 ? <option value={-1}>–</option> : null}
          {options.map((one, index) => (
            <option key={one.title} value={index}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      {option === undefined || option.description === "" ? null : (
        <p className="sfield__text ink-3 anywhere">{option.description}</p>
      )}
      {errors.has(node.field) ? (
        <p className="sfield__error">
          <span aria-hidden="true">✕ </span>
          {errors.get(node.field)}
        </p>
      ) : null}
    </div>
  );
}

/** An alternative that is one value and not a group: a name, a number. */
function ValueOfAlternative({ node }: { readonly node: FieldNode }) {
  const option = optionsOf(node.form)[node.chosen];
  if (option === undefined || ["group", "fixed"].includes(option.control.kind)) return null;
  const inner: FieldNode = {
    ...node,
    form: option,
    title: option.title,
    chosen: -1,
    field: `${node.field}:value`,
  };
  return option.control.kind === "list" ? <Entries node={inner} /> : <Field node={inner} />;
}

function Entries({ node }: { readonly node: FieldNode }) {
  const { edit, root, Below } = useFormFacts();
  const { form, path } = node;
  if (form.control.kind !== "list") return null;
  const { entry, maximum, minimum } = form.control;
  const entries = childrenOf(node);
  const list = Array.isArray(node.value) ? node.value : [];
  return (
    <>
      {entries.map((one, index) => (
        <Disclosure
          key={one.field}
          node={one}
          actions={
            <EntryActions
              node={one}
              index={index}
              count={entries.length}
              canRemove={entries.length > minimum}
            />
          }
        >
          {Below === undefined ? null : <Below node={one} />}
          <BranchBody node={one} />
        </Disclosure>
      ))}
      {entries.length >= maximum ? null : (
        <button
          type="button"
          className="btn btn--small around-2"
          onClick={() =>
            edit({
              kind: "insert",
              path,
              index: entries.length,
              value: newEntry(entry(), list, root.value),
            })
          }
        >
          <Icon name="add" />
          {t("Add {title}", { title: withinSentence(entry().title || t("step|of a thread")) })}
        </button>
      )}
    </>
  );
}

interface EntryActionsProps {
  readonly node: FieldNode;
  readonly index: number;
  readonly count: number;
  readonly canRemove: boolean;
}

function EntryActions({ node, index, count, canRemove }: EntryActionsProps) {
  const { edit } = useFormFacts();
  const list = node.path.slice(0, -1);
  const move = (to: number) => edit({ kind: "move", path: list, from: index, to });
  return (
    <div className="sbranch__actions flex rigid">
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Move {title} up", { title: node.title })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Move {title} down", { title: node.title })}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Remove {title}", { title: node.title })}
        disabled={!canRemove}
        onClick={() => edit({ kind: "remove", path: node.path })}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface DisclosureProps {
  readonly node: FieldNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Closed parts are not rendered, because a scenario has thousands of fields. */
function Disclosure({ node, children, actions }: DisclosureProps) {
  const { errors, changed, useOpen } = useFormFacts();
  const [isOpen, toggle] = useOpen(node.field);
  const changes = countBelow(changed, node.field);
  const faults = countBelow(errors.keys(), node.field);
  const bodyId = `${controlId(node.field)}:body`;
  return (
    <div className="sbranch hair-below" data-open={isOpen} data-entry={node.isEntry}>
      <div className="sbranch__head row">
        <button
          type="button"
          className="sbranch__toggle row gap-6px fill tight to-left bare press"
          id={node.form.control.kind === "alternatives" ? undefined : controlId(node.field)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={toggle}
        >
          <Icon name={isOpen ? "down" : "forward"} />
          <span className="sbranch__title t-12 w-500">{node.title}</span>
          {faults > 0 ? (
            <span className="settings__badge settings__badge--error accent to-middle soft ink-drop pill">
              ✕ <span className="sr-only">{t("errors")}: </span>
              {faults}
            </span>
          ) : null}
          {changes > 0 ? (
            <span className="settings__badge accent to-middle soft pill">
              {changes}
              <span className="sr-only"> {plural(changes, "change")}</span>
            </span>
          ) : null}
          <span className="sbranch__summary fill small cut to-right">{isOpen ? "" : summaryOf(node)}</span>
        </button>
        {isOpen ? actions : null}
      </div>
      {isOpen ? (
        <div className="sbranch__body anchor" id={bodyId}>
          {children}
        </div>
      ) : null}
    </div>
  );
}
