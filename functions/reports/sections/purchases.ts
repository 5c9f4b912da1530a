/** The purchases of the year with their GST: what the opening journals claim, and the cost for the asset register. */
import type { Cents } from '../../../domain/money.ts';
import type { PackLoan, PackPurchase } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { day, LOANS, money, text } from './columns.ts';

const figure = (id: string, label: string, value: (purchase: PackPurchase) => Cents) =>
  money(id, label, ({ purchase }: PackLoan) => purchase && value(purchase), { pdf: 90 });

const isPurchase = ({ purchase }: PackLoan): boolean => purchase !== null;

export const purchases: Section<PackLoan> = {
  ...LOANS,
  id: 'purchases',
  title: { pdf: 'Purchases and their GST', xlsx: 'Purchases' },
  rows: ({ loans }) => loans.filter(isPurchase),
  isIncluded: ({ loans }) => loans.some(isPurchase),
  columns: () => [
    text('description', 'Loan', { pdf: 200, xlsx: 32 }, ({ description }) => description),
    day('date', 'Date', { pdf: 70, xlsx: 12 }, ({ startDate }) => startDate),
    figure('price', 'Price', ({ price }) => price),
    figure('gstCredit', 'GST credit', ({ gst }) => gst.credit),
    text('limitedBy', 'Limited by', { pdf: 80, xlsx: 14 }, ({ purchase }) => purchase?.gst.limitedBy ?? null),
    figure('costOfAsset', 'Cost of asset', ({ costOfAsset }) => costOfAsset),
    figure('financed', 'Financed', ({ financed }) => financed),
  ],
};
