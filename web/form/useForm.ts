/** Context of a form for its fields: the value, the way to change it, and the form's additions beside a field. */
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
  /** `FieldNode.field` of every field that differs from the opened scenario. */
  readonly changed: ReadonlySet<string>;
  /** Controls for fields or parts that need more than their schema gives, by `FieldNode.place`. */
  readonly controls: Readonly<Record<string, ComponentType<NodeProps>>>;
  /** Initial values of added parts, by `FieldNode.place`. If one is undefined, the part cannot be added now. */
  readonly starts: Readonly<Record<string, () => unknown>>;
  /** Reads a typed number. Undefined if the text is not a number, which is then refused. */
  readonly readNumber: (typed: string) => number | undefined;
  /** Hook: whether a part is open, and the function that opens or closes it. */
  readonly useOpen: (field: string) => readonly [isOpen: boolean, toggle: () => void];
  /** Additions of the form: before a control, after a description (undefined: none), and below both. */
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

/** Id of the element that edits a field. */
export function controlId(field: string): string {
  return `field:${field}`;
}

/** Attributes that connect a control with its row: label, description, and the reason of a refusal. */
export function useControl({ field }: FieldNode) {
  const isInvalid = useFormFacts().errors.has(field);
  const id = controlId(field);
  return {
    id,
    "aria-describedby": `${id}:text${isInvalid ? ` ${id}:error` : ""}`,
    "aria-invalid": isInvalid,
  };
}

/** Number of keys at or below the field. */
export function countBelow(keys: Iterable<string>, field: string): number {
  let count = 0;
  for (const key of keys) if (isWithin(key, field)) count += 1;
  return count;
}
