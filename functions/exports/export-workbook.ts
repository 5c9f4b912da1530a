import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { Attachment } from '../records/schedules/attachments.ts';
import type { eventViewsWithDocuments } from '../views/event.ts';
import type { factsView } from '../views/purchase.ts';
import type { scheduleView } from '../views/schedule.ts';

export type ExportedSchedule = Awaited<ReturnType<typeof scheduleView>> & {
  readonly events: ReturnType<typeof eventViewsWithDocuments>;
  /** The facts of its purchase. */
  readonly purchase: ReturnType<typeof factsView> | null;
  readonly attachments: readonly Pick<Attachment, 'name' | 'size' | 'createdAt'>[];
};

const MONEY = '#,##0.00';

const text = (value: string) => ({ type: String, value }) as const;
const money = (value: number) => ({ type: Number, value, format: MONEY }) as const;
const count = (value: number) => ({ type: Number, value, format: '0' }) as const;
const date = (value: string) =>
  ({ type: Date, value: new Date(`${value}T00:00:00Z`), format: 'dd/mm/yyyy' }) as const;

export async function exportWorkbook(
  entityName: string,
  contracts: readonly ExportedSchedule[],
): Promise<Uint8Array> {
  const schedules = contracts.map((schedule): Row => [
    text(entityName),
    text(schedule.description),
    text(schedule.lender),
    text(schedule.contractNumber),
    text(schedule.asset),
    text(schedule.paymentFrequency),
    date(schedule.startDate),
    money(schedule.loanAmount),
    text(schedule.archived ? 'Yes' : 'No'),
  ]);
  const payments = contracts.flatMap((schedule) =>
    schedule.schedulePayments.map((payment): Row => [
      text(entityName),
      text(schedule.description),
      count(payment.number),
      date(payment.paymentDate),
      money(payment.payments),
      money(payment.interest),
      money(payment.principal),
      money(payment.endingBalance),
    ]),
  );
  return writeXlsxFile([
    {
      data: [
        head([
          'Entity',
          'Schedule',
          'Lender',
          'Contract number',
          'Asset',
          'Frequency',
          'Start date',
          'Loan amount',
          'Archived',
        ]),
        ...schedules,
      ],
      sheet: 'Schedules',
    },
    {
      data: [
        head(['Entity', 'Schedule', 'Number', 'Date', 'Amount', 'Interest', 'Principal', 'Balance']),
        ...payments,
      ],
      sheet: 'Payments',
    },
  ]).toBuffer();
}

const head = (labels: readonly string[]): Row => labels.map((value) => ({ value, fontWeight: 'bold' }));
