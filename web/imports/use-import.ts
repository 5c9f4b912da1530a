/** An import from the chosen file to what it created. */
import { useEffect, useRef, useState } from 'react';
import { mapHeaders, MAX_IMPORT_ROWS, type ImportColumn } from '../../domain/import/columns.ts';
import { call, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import { useStable } from '../ui/use-stable.ts';
import { cellsOf, fileOf, missingColumns, rowOf, type Cells, type ImportFile } from './import-rows.ts';
import { forgetImport, rememberImport } from './last-import.ts';
import { rememberColumn, rememberedColumns } from './remembered.ts';
import { importTexts } from './texts.ts';

export type Judged = Answer<'POST /v1/imports/preview'>[number];
export type Report = Answer<'POST /v1/imports'>;

/** A row with the text of its cells, edited ones included, and what the service says of it. */
export interface ImportedRow {
  readonly line: number;
  readonly cells: Cells;
  readonly judged: Judged | undefined;
}

/** A pause in typing after which the rows are checked again. */
const TYPING_PAUSE_MS = 400;

export function useImport() {
  const [file, setFile] = useState<ImportFile>();
  const [mapping, setMapping] = useState<readonly (ImportColumn | null)[]>([]);
  const [edits, setEdits] = useState<ReadonlyMap<number, Cells>>(new Map());
  const [judged, setJudged] = useState<ReadonlyMap<number, Judged>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<Report>();
  const importId = useRef('');
  const missing = missingColumns(mapping);
  const cells = (file?.rows ?? []).map((row) => ({
    line: row.line,
    cells: { ...cellsOf(row, mapping), ...edits.get(row.line) },
  }));
  const rows: readonly ImportedRow[] = cells.map((row) => ({ ...row, judged: judged.get(row.line) }));

  const open = async (chosen: File): Promise<void> => {
    setBusy(true);
    try {
      const { readCells } = await import('./read-file.ts');
      const read = fileOf(chosen.name, await readCells(chosen));
      const refused = problemWith(read);
      setProblem(refused);
      if (refused !== undefined) return;
      importId.current = crypto.randomUUID();
      setMapping(mapHeaders(read.headers, rememberedColumns()));
      setEdits(new Map());
      setJudged(new Map());
      setFile(read);
    } catch {
      setProblem(importTexts.read);
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    setFile(undefined);
    setReport(undefined);
    setProblem(undefined);
  };
  const mapColumn = (index: number, column: ImportColumn | null): void => {
    rememberColumn(file?.headers[index] ?? '', column);
    setMapping(mapping.map((each, other) => (other === index ? column : each === column ? null : each)));
  };
  const edit = useStable((line: number, column: ImportColumn, text: string): void => {
    setEdits((before) => new Map(before).set(line, { ...before.get(line), [column]: text }));
  });
  const sent = JSON.stringify(cells.map(({ line, cells: texts }) => rowOf(line, texts)));
  const isReady = file !== undefined && missing.length === 0 && report === undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    let isCurrent = true;
    const check = async (): Promise<void> => {
      try {
        const answers = await call('POST /v1/imports/preview', {
          body: { rows: JSON.parse(sent) as ReturnType<typeof rowOf>[] },
        });
        if (!isCurrent) return;
        setJudged(new Map(answers.map((answer) => [answer.line, answer])));
        setProblem(undefined);
      } catch (error) {
        if (isCurrent) setProblem(messageOf(error, importTexts.preview));
      }
    };
    const timer = setTimeout(() => void check(), judged.size === 0 ? 0 : TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- how many rows were judged decides the pause alone
  }, [sent, isReady]);

  const create = async (createEntities: boolean): Promise<void> => {
    setBusy(true);
    try {
      const body = {
        importId: importId.current,
        rows: cells.map(({ line, cells: texts }) => rowOf(line, texts)),
        createEntities,
        skipErrors: true,
      };
      const done = await change('POST /v1/imports', { body });
      setReport(done);
      if (done.created.length > 0) {
        rememberImport(importId.current, done.created.length);
        toast.success(importTexts.created(done.created.length));
      }
    } catch (error) {
      toast.failure(error, importTexts.create);
    } finally {
      setBusy(false);
    }
  };
  const undo = async (undone = importId.current): Promise<void> => {
    setBusy(true);
    try {
      await change('DELETE /v1/imports/{importId}', { params: { importId: undone } });
      forgetImport();
      toast.success(importTexts.undone);
      close();
    } catch (error) {
      toast.failure(error, importTexts.undo);
    } finally {
      setBusy(false);
    }
  };
  return {
    file,
    mapping,
    missing,
    rows,
    problem,
    isBusy,
    report,
    open,
    close,
    mapColumn,
    edit,
    create,
    undo,
  };
}

function problemWith({ rows }: ImportFile): string | undefined {
  if (rows.length === 0) return importTexts.empty;
  return rows.length > MAX_IMPORT_ROWS ? importTexts.tooMany(rows.length, MAX_IMPORT_ROWS) : undefined;
}
