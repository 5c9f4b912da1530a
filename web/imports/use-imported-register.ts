/** The chosen register: its header line, what its columns stand for, and the cells that people changed. */
import { useMemo, useState } from 'react';
import type { ImportColumn } from '../../domain/import/columns.ts';
import type { DateOrder } from '../extraction/date-doubts.ts';
import { hiddenAmong, NONE_HIDDEN, type Sheet } from '../extraction/hidden.ts';
import { mapHeaders } from '../extraction/map-headers.ts';
import { isEmpty, type Cell } from '../extraction/cell.ts';
import { readRegister, textsOf, type Register } from '../extraction/register.ts';
import {
  contractRows,
  dateDoubt,
  statedConstants,
  type Cells,
  type ContractRow,
  type Mapping,
} from './import-rows.ts';
import { importTexts } from './texts.ts';
import { rememberColumn, rememberedColumns } from './remembered.ts';

interface ReadFile {
  readonly name: string;
  readonly sheet: Sheet;
  /** The sheets with contracts. */
  readonly withContracts: readonly Sheet[];
  readonly register: Register;
}

/** A text to put into every row that holds another one in a column, offered below a row. */
export interface Replacement {
  readonly line: number;
  readonly column: ImportColumn;
  readonly from: string;
  readonly to: string;
  /** The words of its button. */
  readonly label: string;
}

type Edits = ReadonlyMap<number, Cells>;

const NO_EDITS: Edits = new Map();

export function useImportedRegister() {
  const [file, setFile] = useState<ReadFile>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const [constants, setConstants] = useState<Cells>({});
  const [order, setOrder] = useState<DateOrder>('unknown');
  const [leavesHidden, leaveHidden] = useState(false);
  const [edits, setEdits] = useState(NO_EDITS);
  const [last, setLast] = useState<{ readonly line: number; readonly column: ImportColumn }>();

  const hidden = useMemo(
    () => (file ? hiddenAmong(file.sheet.hidden, file.register.rows, file.register.header) : NONE_HIDDEN),
    [file],
  );
  const original = useMemo(() => {
    const rows = file ? contractRows(file.register, mapping, constants, order) : [];
    return leavesHidden ? rows.filter(({ line }) => !hidden.lines.includes(line)) : rows;
  }, [file, mapping, constants, order, leavesHidden, hidden]);
  const contracts = useMemo(
    () => original.map((row) => ({ ...row, cells: { ...row.cells, ...edits.get(row.line) } })),
    [original, edits],
  );

  const use = ({ register, ...opened }: ReadFile): void => {
    const meanings = mapHeaders(textsOf(register.header), rememberedColumns(), samplesOf(register));
    setFile({ register, ...opened });
    setMapping(meanings);
    setConstants(statedConstants(register, meanings));
    setOrder('unknown');
    leaveHidden(false);
    setEdits(NO_EDITS);
    setLast(undefined);
  };
  return {
    file,
    mapping,
    constants,
    contracts,
    /** The doubt about the dates of the file, until a person has chosen one of the two orders. */
    dateDoubt: file && order === 'unknown' ? dateDoubt(file.register, mapping) : undefined,
    chooseOrder: setOrder,
    /** The hidden rows and columns of the table. */
    hidden,
    leavesHidden,
    leaveHidden,
    replacement: last && replacementOf(last, original, contracts),
    open: (name: string, sheet: Sheet, withContracts: readonly Sheet[]): void =>
      use({ name, sheet, withContracts, register: readRegister(sheet.cells) }),
    close: (): void => setFile(undefined),
    chooseHeader: (line: number): void => {
      if (file) use({ ...file, register: readRegister(file.sheet.cells, line) });
    },
    mapColumn: (index: number, column: ImportColumn | null): void => {
      rememberColumn(file?.register.header.cells[index]?.text ?? '', column);
      setMapping(mapping.map((each, other) => (other === index ? column : each === column ? null : each)));
    },
    setConstant: (column: ImportColumn, text: string): void => {
      const { [column]: _, ...others } = constants;
      setConstants(text === '' ? others : { ...constants, [column]: text });
    },
    edit: (line: number, column: ImportColumn, text: string): void => {
      setEdits(withEdit(edits, line, column, text));
      setLast({ line, column });
    },
    replaceAll: ({ column, from, to }: Replacement): void => {
      const lines = contracts.filter(({ cells }) => (cells[column] ?? '') === from).map(({ line }) => line);
      setEdits(lines.reduce((all, line) => withEdit(all, line, column, to), edits));
      setLast(undefined);
    },
  };
}

const withEdit = (edits: Edits, line: number, column: ImportColumn, text: string): Edits =>
  new Map(edits).set(line, { ...edits.get(line), [column]: text });

/** The first cells below each header. */
export function samplesOf({ header, rows }: Register): Cell[][] {
  return header.cells.map((_header, index) =>
    rows
      .flatMap(({ cells }) => cells[index] ?? [])
      .filter((cell) => !isEmpty(cell))
      .slice(0, 20),
  );
}

/** Returns the replacement for the rows that still hold what the cell changed last held. */
function replacementOf(
  { line, column }: { readonly line: number; readonly column: ImportColumn },
  original: readonly ContractRow[],
  contracts: readonly ContractRow[],
): Replacement | undefined {
  const textAt = (rows: readonly ContractRow[]): string =>
    rows.find((row) => row.line === line)?.cells[column] ?? '';
  const [from, to] = [textAt(original), textAt(contracts)];
  const count = contracts.filter(({ cells }) => (cells[column] ?? '') === from).length;
  const label = importTexts.replaceAll(from, count);
  return from !== to && count > 0 ? { line, column, from, to, label } : undefined;
}
