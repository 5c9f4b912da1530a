interface ColumnGridProps<Name extends string> {
  /** The headers of the file. A column without one is left out. */
  readonly names: readonly string[];
  /** The meanings to choose from. */
  readonly columns: readonly { readonly column: Name; readonly header: string }[];
  readonly mapping: readonly (Name | null)[];
  /** Values below a header. */
  readonly samplesOf: (index: number) => readonly string[];
  readonly onMap: (index: number, column: Name | null) => void;
}

/** A field for the meaning of each column of a file, with samples of its values. */
export function ColumnGrid<Name extends string>({
  names,
  columns,
  mapping,
  samplesOf,
  onMap,
}: ColumnGridProps<Name>) {
  return (
    <div className="column-grid">
      {names.map(
        (name, index) =>
          name !== '' && (
            // oxlint-disable-next-line react/no-array-index-key -- columns don't move
            <label key={index} className="field">
              <span className="field-label">{name}</span>
              <select
                className="input"
                value={mapping[index] ?? ''}
                onChange={({ currentTarget }) =>
                  onMap(index, columns.find(({ column }) => column === currentTarget.value)?.column ?? null)
                }
              >
                <option value="">Other information</option>
                {columns.map(({ column, header }) => (
                  <option key={column} value={column}>
                    {header}
                  </option>
                ))}
              </select>
              <span className="field-hint column-samples">{samplesOf(index).join(' · ') || '(empty)'}</span>
            </label>
          ),
      )}
    </div>
  );
}
