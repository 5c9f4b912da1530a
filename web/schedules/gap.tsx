/** Room for rows of a table that aren't drawn, `height` pixels each. */
export function Gap({ rows, height }: { readonly rows: number; readonly height: number }) {
  if (rows === 0) return null;
  return (
    <tr aria-hidden="true">
      <td className="fill" colSpan={99} style={{ height: rows * height }} />
    </tr>
  );
}
