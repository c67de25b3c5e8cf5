import type { ReactNode } from "react";
import type { Column } from "./metricRows.ts";

interface MetricRow {
  readonly key: string;
  readonly name: string;
  /** By key of the column. */
  readonly values: object;
  /** Below the name. */
  readonly below?: ReactNode;
  /** Behind the columns. */
  readonly more?: ReactNode;
}

/** A section with a table: a row for each subject, a column for each metric. */
export function MetricColumns({
  title,
  note,
  subject,
  columns,
  more,
  rows,
  foot,
}: {
  readonly title: string;
  readonly note: string;
  readonly subject: string;
  readonly columns: readonly Column[];
  /** Head of what stands behind the columns. */
  readonly more?: string;
  readonly rows: readonly MetricRow[];
  /** Below the table. */
  readonly foot?: ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="section" aria-label={title}>
      <div className="section__head">
        <h3>{title}</h3>
        <span className="section__note">{note}</span>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{subject}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {more === undefined ? null : <th scope="col">{more}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values, below, more: behind }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {below}
              </th>
              {columns.map((column) => (
                <td key={column.key} className="mono">
                  {column.text(values)}
                </td>
              ))}
              {more === undefined ? null : <td className="mono">{behind}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {foot}
    </section>
  );
}
