/**
 * Parses Xero's trial balance. Debit and Credit hold the month's movement, the YTD columns the balance; values are
 * text, and "" is 0. The columns are found by their headings.
 */
import * as z from 'zod';
import type { AccountBalance } from '../../services/xero/port.ts';

const Cell = z.looseObject({
  Value: z.string().nullish(),
  Attributes: z.array(z.looseObject({ Id: z.string().nullish(), Value: z.string().nullish() })).nullish(),
});

const Row = z.looseObject({ RowType: z.string(), Cells: z.array(Cell).nullish() });

const Section = Row.extend({ Rows: z.array(Row).nullish() });

type Cell = z.output<typeof Cell>;

export const trialBalanceAnswer = z
  .looseObject({ Reports: z.tuple([z.looseObject({ Rows: z.array(Section) })]) })
  .transform(({ Reports: [{ Rows }] }, context): readonly AccountBalance[] => {
    const headings = Rows.find(({ RowType }) => RowType === 'Header')?.Cells?.map(({ Value }) => Value) ?? [];
    const columns = { debit: headings.indexOf('YTD Debit'), credit: headings.indexOf('YTD Credit') };
    if (columns.debit < 0 || columns.credit < 0) {
      context.addIssue({ code: 'custom', message: 'The report has no year-to-date columns.' });
      return z.NEVER;
    }
    const rows = Rows.flatMap((section) => section.Rows ?? []);
    const balances = rows.map(({ Cells }) => balanceOf(Cells ?? [], columns)).filter((row) => row !== null);
    if (balances.some(({ cents }) => !Number.isSafeInteger(cents))) {
      context.addIssue({ code: 'custom', message: 'An amount of the report is not a number.' });
    }
    return balances;
  });

/** Null for a row without an account, such as the total. */
function balanceOf(
  cells: readonly Cell[],
  { debit, credit }: { readonly debit: number; readonly credit: number },
): AccountBalance | null {
  const [first] = cells;
  const accountId = first?.Attributes?.find(({ Id }) => Id === 'account')?.Value;
  if (!accountId) return null;
  return {
    accountId,
    label: first?.Value ?? '',
    cents: centsOf(cells[debit]) - centsOf(cells[credit]),
  };
}

const centsOf = (cell: Cell | undefined): number => Math.round(Number(cell?.Value ?? '') * 100);
