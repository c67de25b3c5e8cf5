export interface FigureRow {
  readonly label: string;
  readonly value: string;
}

export function FigureTable({ rows }: { readonly rows: readonly FigureRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="table table--figures">
      <tbody>
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="mono">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
