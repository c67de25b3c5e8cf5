/** What a form gives its fields: the value, the way to change it, and what is the form's own beside a field. */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Edit } from "../../lib/settings/edit.ts";
import { type FieldNode, isWithin } from "../../lib/settings/node.ts";

export interface NodeProps {
  readonly node: FieldNode;
}

export interface FormFacts {
  readonly root: FieldNode;
  readonly edit: (edit: Edit) => void;
  /** Why a field is refused, by `FieldNode.field`. */
  readonly errors: ReadonlyMap<string, string>;
  /** `FieldNode.field` of all that differs from what was opened. */
  readonly changed: ReadonlySet<string>;
  /** Where a field or a part needs more than its schema asks for, by `FieldNode.place`. */
  readonly controls: Readonly<Record<string, ComponentType<NodeProps>>>;
  /** What a part begins with that is added, by `FieldNode.place`. Undefined: the part cannot be added now. */
  readonly starts: Readonly<Record<string, () => unknown>>;
  /** A number as it was typed. Undefined: the text is no number, and is refused as it is. */
  readonly readNumber: (typed: string) => number | undefined;
  /** Whether a part is open, and what opens or closes it. A hook. */
  readonly useOpen: (field: string) => readonly [isOpen: boolean, toggle: () => void];
  /** What the form adds before a control, behind a description (undefined: nothing), and below both. */
  readonly Before?: ComponentType<NodeProps>;
  readonly noteOf?: (node: FieldNode) => ReactNode;
  readonly Below?: ComponentType<NodeProps>;
}

export const FormContext = createContext<FormFacts | undefined>(undefined);

export function useFormFacts(): FormFacts {
  const facts = useContext(FormContext);
  if (facts === undefined) throw new Error("no form around this field");
  return facts;
}

/** Of the element that edits a field. */
export function controlId(field: string): string {
  return `field:${field}`;
}

/** What ties a control to its row: the label, the description, and the reason of a refusal. */
export function useControl({ field }: FieldNode) {
  const isInvalid = useFormFacts().errors.has(field);
  const id = controlId(field);
  return {
    id,
    "aria-describedby": `${id}:text${isInvalid ? ` ${id}:error` : ""}`,
    "aria-invalid": isInvalid,
  };
}

/** Of the keys, those at or below the field. */
export function countBelow(keys: Iterable<string>, field: string): number {
  let count = 0;
  for (const key of keys) if (isWithin(key, field)) count += 1;
  return count;
}
