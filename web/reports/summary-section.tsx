import { Button } from '@primer/react';
import { useState } from 'react';
import { moneyInputProblem } from '../../domain/money-input.ts';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { toast } from '../ui/toasts.tsx';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useMay } from '../data/account.ts';
import { SectionTable, type LoansReport } from './section-table.tsx';
import { isUnexplained } from './sign-off-dialog.tsx';
import { SignOff } from './sign-off.tsx';
import { goToNext, pasteColumn } from './statement-keys.ts';
import { balanceOf, statementColumns, statementOf, type Typed } from './statement-columns.tsx';
import { reportTexts } from './texts.ts';

const SAVE = 'PUT /v1/reports/loans/{date}/statements';

/** The loans with their closing balances, beside which the balances of lenders' statements are typed or pasted. */
export function SummarySection({ report: { loans, date, signOffs } }: { readonly report: LoansReport }) {
  const mayEdit = useMay('edit schedules');
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const type = (scheduleId: string, next: Partial<Typed>): void =>
    setTyped((before) => new Map(before).set(scheduleId, { ...before.get(scheduleId), ...next }));
  const changed = loans.filter((loan) => {
    const { balance, reason } = statementOf(loan, typed.get(loan.scheduleId));
    return (
      balanceOf(balance) !== (loan.statement?.balance ?? null) || reason !== (loan.statement?.reason ?? '')
    );
  });
  const hasProblem = [...typed.values()].some(({ balance = '' }) => moneyInputProblem(balance) !== undefined);
  const locked = new Set(signOffs.filter(({ reviewed }) => reviewed).map(({ entityId }) => entityId));
  useUnsavedChanges(changed.length > 0);
  const { isBusy, form } = useSubmit({
    send: async () => {
      const body = changed.map((loan) => {
        const { balance, reason } = statementOf(loan, typed.get(loan.scheduleId));
        return { scheduleId: loan.scheduleId, balance: balanceOf(balance), reason };
      });
      for (const part of partsOf(changed, body)) await call(SAVE, { params: { date }, body: part });
      // The typed balances stay until the report shows the stored ones.
      await refreshAfter(SAVE);
      setTyped(new Map());
      toast.success(reportTexts.saved(body.length));
    },
    onFailure: (error) => toast.failure(error, reportTexts.save),
  });
  const columns = statementColumns({
    loans,
    typed,
    type,
    mayEdit: ({ entityId }) => mayEdit && !locked.has(entityId),
  });
  const besideEntities = new Map(
    signOffs.map((own) => {
      const isUnsaved = changed.some(({ entityId }) => entityId === own.entityId);
      const open = loans.filter((loan) => loan.entityId === own.entityId && isUnexplained(loan));
      return [
        own.entityId,
        <SignOff key={own.entityId} signOffs={own} open={open} date={date} isUnsaved={isUnsaved} />,
      ];
    }),
  );
  return (
    <form
      {...form}
      onKeyDown={goToNext}
      onPaste={(event) => {
        const left = pasteColumn(event, (scheduleId, balance) => type(scheduleId, { balance }));
        if (left) toast.error(reportTexts.pastedTooMany(left));
      }}
    >
      <SectionTable
        label="Summary"
        loans={loans}
        columns={columns}
        besideEntities={besideEntities}
        namesLenders
      />
      {mayEdit && (
        <div className="report-save">
          <span className="card-text">{reportTexts.statements}</span>
          <Button
            type="submit"
            variant="primary"
            disabled={changed.length === 0 || hasProblem}
            loading={isBusy}
          >
            Save statements
          </Button>
        </div>
      )}
    </form>
  );
}

/** Entities and statements that one call saves. */
const MOST_ENTITIES = 32;
const MOST_STATEMENTS = 150;

type Body = readonly {
  readonly scheduleId: string;
  readonly balance: number | null;
  readonly reason: string;
}[];

/** Splits statements into calls, each of which saves all of its own or none. */
function partsOf(loans: LoansReport['loans'], statements: Body): Body[] {
  const parts: { entities: Set<string>; body: Body[number][] }[] = [];
  for (const [index, statement] of statements.entries()) {
    const entityId = loans[index]?.entityId ?? '';
    const last = parts.at(-1);
    const isFull =
      !last ||
      last.body.length === MOST_STATEMENTS ||
      (last.entities.size === MOST_ENTITIES && !last.entities.has(entityId));
    const part = isFull ? { entities: new Set<string>(), body: [] } : last;
    if (isFull) parts.push(part);
    part.entities.add(entityId);
    part.body.push(statement);
  }
  return parts.map(({ body }) => body);
}
