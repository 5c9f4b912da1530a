import type * as z from 'zod';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { Entity } from '../entities/routes.ts';
import type { scheduleView } from '../schedules/schedule-view.ts';

type ExportedSchedule = Awaited<ReturnType<typeof scheduleView>>;

export interface ExportedEntity extends z.input<typeof Entity> {
  readonly schedules: readonly ExportedSchedule[];
}

const MONEY = '#,##0.00';

const text = (value: string) => ({ type: String, value }) as const;
const money = (value: number) => ({ type: Number, value, format: MONEY }) as const;
const count = (value: number) => ({ type: Number, value, format: '0' }) as const;
const date = (value: string) =>
  ({ type: Date, value: new Date(`${value}T00:00:00Z`), format: 'dd/mm/yyyy' }) as const;

/** A workbook with a sheet of the schedules and one of their payments. */
export async function exportWorkbook(entities: readonly ExportedEntity[]): Promise<Uint8Array> {
  const contracts = entities.flatMap(({ name, schedules }) =>
    schedules.map((schedule) => ({ name, schedule })),
  );
  const schedules = contracts.map(({ name, schedule }): Row => [
    text(name),
    text(schedule.description),
    text(schedule.paymentFrequency),
    date(schedule.startDate),
    money(schedule.loanAmount),
    text(schedule.archived ? 'Yes' : 'No'),
  ]);
  const payments = contracts.flatMap(({ name, schedule }) =>
    schedule.schedulePayments.map((payment): Row => [
      text(name),
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
        head(['Entity', 'Schedule', 'Frequency', 'Start date', 'Loan amount', 'Archived']),
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
