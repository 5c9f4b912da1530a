import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { ChosenTracking } from '../records/entities/tracking.ts';
import type { eventViewsWithDocuments } from '../views/event.ts';
import type { factsView } from '../views/purchase.ts';
import type { scheduleView } from '../views/schedule.ts';
import { count, date, type ExportedAttachment, head, money, text } from './parts.ts';

type Facts = ReturnType<typeof factsView>;

export type ExportedSchedule = Omit<Awaited<ReturnType<typeof scheduleView>>, 'tracking'> & {
  readonly events: ReturnType<typeof eventViewsWithDocuments>;
  /** The facts of its purchase. */
  readonly purchase: Facts | null;
  /** Its own tracking options with their names; null follows the entity's. */
  readonly tracking: readonly ChosenTracking[] | null;
  readonly attachments: readonly ExportedAttachment[];
};

const percent = (value: number) => ({ type: Number, value, format: '0.00' }) as const;

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
    text(trackingText(schedule.tracking)),
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
          'Tracking',
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
    {
      data: [
        head(['Entity', 'Schedule', 'Line', 'Text', 'Amount', 'First use', 'Business use, %']),
        ...contracts.flatMap(({ description, purchase }) =>
          invoiceLines(purchase).map((line): Row => [text(entityName), text(description), ...line]),
        ),
      ],
      sheet: 'Purchases',
    },
  ]).toBuffer();
}

const trackingText = (tracking: ExportedSchedule['tracking']): string =>
  tracking === null
    ? 'As the entity'
    : tracking.map(({ category, option }) => `${category}: ${option}`).join(', ') || 'None';

/** The lines of a dealer's invoice, with the amounts as they are on it. */
function invoiceLines(facts: Facts | null): Row[] {
  if (facts === null) return [];
  const { asset, charges, tradeIn, deposit } = facts;
  const line = (name: string, what: string, amount: number): Row => [text(name), text(what), money(amount)];
  return [
    [...line('Asset', asset.kind, asset.price), date(asset.firstUse), percent(asset.businessUse)],
    ...charges.map((charge) => line('Charge', charge.text || charge.kind, charge.amount)),
    ...(tradeIn ? [line('Trade-in', '', tradeIn.amount)] : []),
    ...(tradeIn?.payout ? [line('Payout of the trade-in', '', tradeIn.payout.amount)] : []),
    ...(deposit ? [line('Deposit', '', deposit.amount)] : []),
  ];
}
