import type { TermId } from "../../../lib/terms/terms.ts";
import { Term } from "../../ui/Term.tsx";

export interface FigureRow {
  readonly label: string;
  readonly value: string;
  readonly term?: TermId;
}

export function FigureTable({ rows }: { readonly rows: readonly FigureRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="table table--figures">
      <tbody>
        {rows.map(({ label, value, term }) => (
          <tr key={label}>
            <th scope="row">{term === undefined ? label : <Term id={term}>{label}</Term>}</th>
            <td className="mono">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
