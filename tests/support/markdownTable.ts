/** A Markdown table, head first, with columns as wide as the formatter makes them. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rest.map((row) => line(row)),
  ].join("\n");
}
