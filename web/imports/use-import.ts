/** An import from the chosen file to what it created. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { MAX_IMPORT_ROWS, type ImportColumn } from '../../domain/import/columns.ts';
import { call, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useStable } from '../ui/use-stable.ts';
import { missingColumns, rowOf, type Cells } from './import-rows.ts';
import { forgetImport, rememberImport } from './last-import.ts';
import { importTexts } from './texts.ts';
import { useRegister } from './use-register.ts';

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
  /** A lender's document, which is read on the page of a new schedule. */
  const [document, setDocument] = useState<File>();
  const register = useRegister();
  const { file, contracts } = register;
  const [judged, setJudged] = useState<ReadonlyMap<number, Judged>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [report, setReport] = useState<Report>();
  const importId = useRef('');
  const missing = missingColumns(contracts);
  const rows: readonly ImportedRow[] = contracts.map((row) => ({ ...row, judged: judged.get(row.line) }));

  const opening = useAction(
    async (chosen: File): Promise<void> => {
      const { isLendersDocument, readCells } = await import('./read-file.ts');
      const isDocument = await isLendersDocument(chosen);
      const cells = isDocument ? [] : await readCells(chosen);
      close();
      if (isDocument) return setDocument(chosen);
      if (cells.every((row) => row.every((cell) => cell === ''))) return setProblem(importTexts.empty);
      importId.current = crypto.randomUUID();
      setJudged(new Map());
      register.open(chosen.name, cells);
    },
    () => setProblem(importTexts.read),
  );
  const close = (): void => {
    register.close();
    setDocument(undefined);
    setReport(undefined);
    setProblem(undefined);
  };
  const sent = useMemo(
    () => JSON.stringify(contracts.map(({ line, cells }) => rowOf(line, cells))),
    [contracts],
  );
  const tooMany = contracts.length > MAX_IMPORT_ROWS;
  const isReady =
    file !== undefined && contracts.length > 0 && !tooMany && missing.length === 0 && report === undefined;
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

  const creating = useAction(
    async (createEntities: boolean): Promise<void> => {
      const body = {
        importId: importId.current,
        rows: contracts.map(({ line, cells }) => rowOf(line, cells)),
        createEntities,
        skipErrors: true,
      };
      const done = await change('POST /v1/imports', { body });
      setReport(done);
      if (done.created.length > 0) {
        rememberImport(importId.current, done.created.length);
        toast.success(importTexts.created(done.created.length));
      }
    },
    (error) => toast.failure(error, importTexts.create),
  );
  const undoing = useAction(
    async (undone: string = importId.current): Promise<void> => {
      await change('DELETE /v1/imports/{importId}', { params: { importId: undone } });
      forgetImport();
      toast.success(importTexts.undone);
      close();
    },
    (error) => toast.failure(error, importTexts.undo),
  );
  const edit = useStable(register.edit);
  const replaceAll = useStable(register.replaceAll);
  const shownProblem =
    problem ??
    (tooMany ? importTexts.tooMany(contracts.length, MAX_IMPORT_ROWS) : undefined) ??
    (file && contracts.length === 0 ? importTexts.empty : undefined);
  return {
    ...register,
    document,
    missing,
    rows,
    isReady,
    problem: shownProblem,
    isBusy: opening.isBusy || creating.isBusy || undoing.isBusy,
    report,
    open: opening.start,
    close,
    edit,
    replaceAll,
    create: creating.start,
    undo: undoing.start,
  };
}

export type Edit = (line: number, column: ImportColumn, text: string) => void;
