/** Which column people chose for a header, for the next file with the same header. */
import { IMPORT_COLUMNS, type ImportColumn } from '../../domain/import/columns.ts';
import { plain } from '../../domain/import/cells.ts';

const PLACE = 'paydown.import.columns';

type Remembered = Readonly<Record<string, ImportColumn>>;

export function rememberedColumns(): Remembered {
  try {
    const stored = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(stored).flatMap(([header, chosen]) => {
      const column = IMPORT_COLUMNS.find((each) => each.column === chosen)?.column;
      return column ? [[header, column] as const] : [];
    });
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

export function rememberColumn(header: string, column: ImportColumn | null): void {
  const { [plain(header)]: _, ...others } = rememberedColumns();
  const chosen = column ? { ...others, [plain(header)]: column } : others;
  localStorage.setItem(PLACE, JSON.stringify(chosen));
}
