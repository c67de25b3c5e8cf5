/** Every place of the schema and every place of the form, found by two walks that share no code. */
import type { FieldForm } from "../../lib/settings/form.ts";
import type { JsonSchema } from "../../lib/settings/jsonSchema.ts";
import { fieldsOf, optionsOf } from "../../lib/settings/node.ts";

/** `machine.nics[].line.priority`. A constant is no field of a form. */
export function schemaPlaces(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const places = new Map<string, JsonSchema>();
  const entered = new Set<string>();
  const visit = (schema: JsonSchema, place: string): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split("/").at(-1) ?? "";
      const target = root.$defs?.[name];
      if (target === undefined) throw new Error(schema.$ref);
      if (entered.has(name)) return;
      entered.add(name);
      visit(target, place);
      entered.delete(name);
      return;
    }
    for (const option of schema.anyOf ?? schema.oneOf ?? []) visit(option, place);
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      if (child.const !== undefined) continue;
      const inner = place === "" ? key : `${place}.${key}`;
      places.set(inner, { ...places.get(inner), ...child });
      visit(child, inner);
    }
    if (schema.items !== undefined) visit(schema.items, `${place}[]`);
  };
  visit(root, "");
  return places;
}

/** A place may occur several times, in the alternatives of its parent. */
export function formPlaces(root: FieldForm): readonly (readonly [place: string, form: FieldForm])[] {
  const places: [string, FieldForm][] = [];
  const visit = (form: FieldForm, place: string, above: readonly FieldForm[]): void => {
    if (above.includes(form)) return;
    const inside = [...above, form];
    for (const option of optionsOf(form)) visit(option, place, inside);
    for (const { key, form: field } of fieldsOf(form)) {
      const inner = place === "" ? key : `${place}.${key}`;
      places.push([inner, field]);
      visit(field, inner, inside);
    }
    if (form.control.kind === "list") visit(form.control.entry(), `${place}[]`, inside);
  };
  visit(root, "", []);
  return places;
}
