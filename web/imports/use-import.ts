/** An import from the chosen file to what it created. */
import { useMemo, useState } from 'react';
import { MAX_IMPORT_ROWS, type ImportColumn } from '../../domain/import/columns.ts';
import { call, refresh, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import { isEmpty } from '../extraction/cell.ts';
import type { Sheet } from '../extraction/hidden.ts';
import { Unreadable } from '../reading/unreadable.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useStable } from '../ui/use-stable.ts';
import { missingColumns, rowOf, type Cells } from './import-rows.ts';
import { forgetImport, rememberImport } from './last-import.ts';
import { importTexts } from './texts.ts';
import { useImportedRegister } from './use-imported-register.ts';

export type Judged = Answer<'POST /v1/imports/preview'>[number];
export type Report = Answer<'POST /v1/imports'>;

/** A row with the text of its cells, edited ones included, and what the service says of it. */
export interface ImportedRow {
  readonly line: number;
  readonly cells: Cells;
  readonly notes: readonly string[];
  readonly judged: Judged | undefined;
}

interface Asked {
  readonly importId: string;
  readonly rows: readonly ReturnType<typeof rowOf>[];
}

const NONE: readonly Judged[] = [];

const judge = async ({ importId, rows }: Asked) => ({
  importId,
  answers: await call('POST /v1/imports/preview', { body: { rows: [...rows] } }),
});

export function useImport() {
  /** A lender's document, which is read on the page of a new schedule. */
  const [document, setDocument] = useState<File>();
  const register = useImportedRegister();
  const { file, contracts } = register;
  const [problem, setProblem] = useState<string>();
  const [report, setReport] = useState<Report>();
  const [importId, setImportId] = useState('');
  const [isTyping, setTyping] = useState(false);
  const missing = missingColumns(contracts);
  const tooMany = contracts.length > MAX_IMPORT_ROWS;
  const isReady =
    file !== undefined && contracts.length > 0 && !tooMany && missing.length === 0 && report === undefined;
  const sent = useMemo(() => contracts.map(({ line, cells }) => rowOf(line, cells)), [contracts]);
  const checked = usePreview(
    isReady ? { importId, rows: sent } : null,
    judge,
    isTyping ? TYPING_PAUSE_MS : 0,
  );
  // Judgements of an earlier file are about other rows.
  const answers = checked.preview?.importId === importId ? checked.preview.answers : NONE;
  const judged = useMemo(() => new Map(answers.map((answer) => [answer.line, answer])), [answers]);
  const rows: readonly ImportedRow[] = contracts.map((row) => ({ ...row, judged: judged.get(row.line) }));

  const close = (): void => {
    register.close();
    setDocument(undefined);
    setReport(undefined);
    setProblem(undefined);
  };
  const read = (...opened: Parameters<typeof register.open>): void => {
    setImportId(crypto.randomUUID());
    setTyping(false);
    register.open(...opened);
  };
  const opening = useAction(
    async (chosen: File): Promise<void> => {
      const { openSpreadsheet } = await import('../reading/open-document.ts');
      const opened = await openSpreadsheet(chosen);
      close();
      if (!opened?.register) return setDocument(chosen);
      const { sheets, register: sheet, withContracts } = opened;
      if (sheets.every(({ cells }) => cells.every((row) => row.every(isEmpty)))) {
        return setProblem(importTexts.empty);
      }
      read(chosen.name, sheet, withContracts);
    },
    (error) => setProblem(importTexts.unreadable(error instanceof Unreadable ? error.outcome : 'damaged')),
  );
  const creating = useAction(
    async (createEntities: boolean): Promise<void> => {
      const body = {
        importId,
        rows: sent,
        createEntities,
        skipErrors: true,
      };
      const done = await change('POST /v1/imports', { body });
      setReport(done);
      if (done.created.length > 0) {
        rememberImport(importId, done.created.length);
        toast.success(importTexts.created(done.created.length));
      }
    },
    (error) => toast.failure(error, importTexts.create),
  );
  const undoing = useAction(
    async (undone: string = importId): Promise<void> => {
      const begun = await change('DELETE /v1/imports/{importId}', { params: { importId: undone } });
      if (begun === undefined) {
        forgetImport();
        toast.success(importTexts.undone);
      } else {
        await refresh('GET /v1/imports/{importId}');
      }
      close();
    },
    (error) => toast.failure(error, importTexts.undo),
  );
  const edit = useStable((...edited: Parameters<Edit>) => {
    setTyping(true);
    register.edit(...edited);
  });
  const replaceAll = useStable(register.replaceAll);
  const shownProblem =
    problem ??
    (checked.error && messageOf(checked.error, importTexts.preview)) ??
    (tooMany ? importTexts.tooMany(contracts.length, MAX_IMPORT_ROWS) : undefined) ??
    (file && contracts.length === 0 ? importTexts.empty : undefined);
  return {
    ...register,
    document,
    missing,
    rows,
    /** Whether the rows are judged as they read now. */
    isJudged: checked.isCurrent,
    isReady,
    problem: shownProblem,
    isBusy: opening.isBusy || creating.isBusy || undoing.isBusy,
    report,
    open: opening.start,
    chooseSheet: (sheet: Sheet): void => {
      if (file) read(file.name, sheet, file.withContracts);
    },
    close,
    setConstant: (...constant: Parameters<typeof register.setConstant>) => {
      setTyping(true);
      register.setConstant(...constant);
    },
    edit,
    replaceAll,
    create: creating.start,
    undo: undoing.start,
  };
}

export type Edit = (line: number, column: ImportColumn, text: string) => void;
