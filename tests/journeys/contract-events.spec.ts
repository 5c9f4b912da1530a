import type { Page } from '@playwright/test';
import type { Product } from '../support/local-product.ts';
import { calendarDate } from '../../domain/calendar.ts';
import {
  type ConnectedContract,
  type Contract,
  newContract,
  newReadyContract,
  recordChange,
  syncPayments,
} from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter, newMember, type Person } from './portal.ts';
import { xeroOrganisation } from './simulators.ts';

/** A kind of change on 50,000 repaid by 60 × 1,000 monthly from 15 January 2025, in the order of the payments posted. */
interface Case {
  readonly kind: string;
  readonly title: string;
  /** The last payment posted before. */
  readonly posted: number;
  readonly fill: (page: Page) => Promise<void>;
  /** The document in Xero: its date and its lines, debit positive. */
  readonly document: { readonly date: string; readonly lines: readonly number[]; readonly total?: number };
}

const CASES: readonly Case[] = [
  {
    kind: 'extra-repayment',
    title: 'Extra repayment',
    posted: 12,
    fill: async (page) => {
      await date(page).fill('2026-02-01');
      await page.getByLabel('Amount repaid').fill('5000');
      await page.getByRole('radio', { name: /Keep the payments/ }).check();
    },
    document: { date: '2026-02-01', lines: [6_583.46, -365.74, -1_217.72], total: 5_000 },
  },
  {
    kind: 'terms-change',
    title: 'New payments',
    posted: 12,
    fill: async (page) => {
      await date(page).fill('2026-02-01');
      await page.getByLabel('First new payment').selectOption('25');
      await page.getByLabel('Number of payments, row 1').fill('35');
      await page.getByLabel('Payment amount, row 1').fill('900');
      await page.getByRole('button', { name: 'Add row' }).click();
      await page.getByLabel('Number of payments, row 2').fill('1');
      await page.getByLabel('Payment amount, row 2').fill('5000');
    },
    document: { date: '2027-01-15', lines: [1_200, -1_700, 78.18, 421.82] },
  },
  {
    kind: 'rate-change',
    title: 'Rate change',
    posted: 13,
    fill: async (page) => {
      await date(page).fill('2026-03-01');
      await page.getByLabel('New interest rate').fill('7.92');
      await page.getByRole('radio', { name: /Keep the end date/ }).check();
    },
    document: { date: '2026-03-01', lines: [-111.48, -324.93, 176.18, 260.23] },
  },
  {
    kind: 'frequency-change',
    title: 'Frequency or dates',
    posted: 16,
    fill: async (page) => {
      await date(page).fill('2026-05-20');
      await page.getByLabel('Frequency').selectOption('fortnightly');
      await page.getByLabel('First payment date').fill('2026-06-05');
      await page.getByLabel('Payment amount').fill('470');
    },
    document: { date: '2026-05-20', lines: [-220, 339.65, 33.63, -153.28] },
  },
  {
    kind: 'holiday',
    title: 'Payment holiday',
    posted: 18,
    fill: async (page) => {
      await date(page).fill('2026-07-15');
      await page.getByLabel('First skipped payment').selectOption('19');
      await page.getByLabel('Number of payments skipped').fill('2');
    },
    document: { date: '2026-07-15', lines: [2_000, -2_596.51, 133.75, 462.76] },
  },
  {
    kind: 'payout',
    title: 'Payout',
    posted: 18,
    fill: async (page) => {
      await date(page).fill('2026-08-05');
      await page.getByLabel('Payout figure').fill('37396.92');
      await expect(page.getByText('$37,046.92')).toBeVisible();
      await page.getByRole('button', { name: 'Add fee' }).click();
      await page.getByRole('textbox', { name: 'Fee 1', exact: true }).fill('350');
      await expect(page.getByText(/Ask your BAS agent.*\$450\.28/)).toBeVisible();
    },
    document: {
      date: '2026-08-05',
      lines: [12_000, 30_000, -2_415.63, -2_694.93, 157.48, 350],
      total: 37_396.92,
    },
  },
];

// Three at a time, whose calls fit in a minute of Xero's.
for (const cases of [CASES.slice(0, 3), CASES.slice(3)]) {
  const kinds = cases.map(({ kind }) => kind).join(', ');
  test(`${kinds} are previewed, posted to Xero and undone`, async ({ page, product, owner }) => {
    const [first] = cases;
    let last = first?.posted ?? 0;
    const contract = await readyContract(product, owner, last);
    for (const { title, posted, fill, document } of cases) {
      const due = numbersTo(posted).slice(last);
      if (due.length > 0) await syncPayments(owner, contract, due);
      last = posted;
      const before = await documentsIn(product, contract);
      await openForm(page, owner, contract, title);
      await fill(page);
      await expectPreview(page, document.lines);
      await page.getByRole('button', { name: 'Record and post to Xero' }).click();
      await expect(page.getByText(`${title}: posted to Xero`)).toBeVisible();
      await expect(page.locator('.event-row')).toContainText(title);
      const added = await documentsAfter(product, contract, before);
      expect(added).toMatchObject([{ total: null, ...document }]);

      await page.locator('.event-row').getByRole('link').click();
      await expect(page.getByRole('article').getByText('Posted', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText(`${title}: undone`)).toBeVisible();
      await expect(page.getByText('No changes yet')).toBeVisible();
      const [undone] = await documentsAfter(product, contract, before);
      expect(['VOIDED', 'DELETED']).toContain(undone?.status);
    }
  });
}

test('an administration fee changes from a payment on and posts nothing', async ({
  page,
  product,
  owner,
}) => {
  const contract = await readyContract(product, owner, 12);
  const before = await documentsIn(product, contract);
  await openForm(page, owner, contract, 'Administration fee');
  await date(page).fill('2026-02-01');
  await page.getByLabel('First payment with the new fee').selectOption('20');
  await page.getByLabel('New administration fee').fill('5');
  await expect(page.getByText('This change posts nothing by itself.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing to post' })).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Administration fee: recorded, nothing to post')).toBeVisible();
  await expect(page.locator('.event-row')).toContainText('Nothing to post');
  expect(await documentsIn(product, contract)).toEqual(before);
});

test('a lender’s table is pasted as new payments, and ends with a payout', async ({
  page,
  product,
  owner,
}) => {
  const contract = await readyContract(product, owner, 18);
  await openForm(page, owner, contract, 'New payments');
  await date(page).fill('2026-07-15');
  await page.getByLabel('First new payment').selectOption('19');
  await page.getByText('Use the lender’s payment table').click();
  const rows = [
    '20/8/2026\t12,000.00\t230.00',
    '1/12/2026\t13,000.00\t500.00',
    '30/6/2027\t12,919.44\t300.00',
  ];
  const table = page.getByRole('textbox', { name: 'Lender’s payment table' });
  await table.fill(['Date\tPayment\tInterest', ...rows.slice(0, 2)].join('\n'));
  await expect(page.getByText('2 payments', { exact: true })).toBeVisible();
  await expect(page.getByText(/The last payment leaves \$12,619.44/).first()).toBeVisible();
  await table.fill(['Date\tPayment\tInterest', ...rows].join('\n'));
  await expect(page.getByRole('region', { name: 'Preview' }).locator('.document-table')).toBeVisible();
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText('New payments: posted to Xero')).toBeVisible();
  await expect(page.locator('.event-row')).toContainText('the lender’s table of 3 payments');
  await expect(page.getByText('implied by the lender’s table')).toBeVisible();

  await openForm(page, owner, contract, 'Payout');
  await date(page).fill('2026-09-01');
  await page.getByLabel('Payout figure').fill('25300');
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText('Payout: posted to Xero')).toBeVisible();
  await page.goto(`/entity/${contract.entityId}`);
  await expect(page.getByRole('row', { name: /Toyota HiLux/ })).toContainText('Paid out');
});

test('a refinance creates a schedule and counts its two documents', async ({ page, product, owner }) => {
  const contract = await readyContract(product, owner, 18);
  await openForm(page, owner, contract, 'Refinance');
  await date(page).fill('2026-08-05');
  await page.getByLabel('Payout figure').fill('37396.92');
  await page.getByLabel('Clearing account').selectOption({ label: '850 – Suspense' });
  await page.getByLabel('Name').fill('HiLux refinanced');
  await page.getByLabel('Loan amount').fill('37791.92');
  await page.getByLabel('Frequency').selectOption('monthly');
  await page.getByLabel('Start date', { exact: true }).fill('2026-08-05');
  await page.getByLabel('Number of payments, row 1').fill('48');
  await page.getByLabel('Payment amount, row 1').fill('930');
  await expect(page.getByRole('region', { name: 'The new loan' })).toContainText('48 × $930.00');
  await expect(page.getByRole('region', { name: 'Opening balances of the new schedule' })).toContainText(
    'To be added before posting',
  );
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText(/Refinance: 1 of 2 documents posted/)).toBeVisible();
  await expect(page.getByText('Paid out', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open HiLux refinanced' }).click();
  await expect(page.getByRole('heading', { name: 'HiLux refinanced' })).toBeVisible();
  await expect(page.getByText('8.42 %').first()).toBeVisible();

  await page.goto(`${contract.path}/history`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Refinance: undone')).toBeVisible();
  await page.goto(`/entity/${contract.entityId}`);
  await expect(page.getByRole('link', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'HiLux refinanced' })).toHaveCount(0);
});

test('wrong fields are named, the draft survives a reload, and an unconnected schedule records it', async ({
  page,
  owner,
}) => {
  const contract = await newContract(owner);
  await openForm(page, owner, contract, 'Extra repayment');
  await date(page).fill('2026-02-01');
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeDisabled();
  await expect(page.getByText('Still needed: Amount repaid.')).toBeVisible();
  await page.getByLabel('Amount repaid').fill('50000');
  await expect(page.getByText(/Record a payout to repay all of it/).first()).toBeVisible();
  await page.getByLabel('Amount repaid').fill('5000');
  await date(page).fill('2024-01-01');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/on or after the start date/)).toBeVisible();
  await date(page).fill('2026-02-01');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Amount repaid')).toHaveValue('5,000.00');
  await expect(date(page)).toHaveValue('1 Feb 2026');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Extra repayment: recorded, not in Xero yet')).toBeVisible();
  await expect(page.locator('.event-row')).toContainText('Not in Xero');
});

test('a stale preview is reloaded with a sentence, and members see the history without Undo', async ({
  page,
  product,
  owner,
}) => {
  const contract = await readyContract(product, owner, 12);
  await openForm(page, owner, contract, 'Extra repayment');
  await date(page).fill('2026-02-01');
  await page.getByLabel('Amount repaid').fill('5000');
  await page.getByLabel('Note').fill('Tax refund');
  await expectPreview(page, [6_583.46]);
  await syncPayments(owner, contract, [13]);
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText(/has changed since the preview/)).toBeVisible();
  await expect(page.getByText(/Recorded late: payment 13/)).toBeVisible();
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText('Extra repayment: posted to Xero')).toBeVisible();
  await enter(page, await newMember(product, owner, 'Member'), `${contract.path}/history`);
  await expect(page.getByText('Tax refund')).toBeVisible();
  await expect(page.getByText(/Recorded by Ada Byron/)).toBeVisible();
  await page.getByText('Document', { exact: true }).click();
  await expect(page.getByRole('region', { name: /Spend money/ })).toContainText('$5,000.00');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('auto sync is switched on after a change of frequency', async ({ page, owner }) => {
  const contract = await newContract(owner);
  await recordChange(owner, contract, {
    kind: 'frequency-change',
    date: calendarDate('2026-05-20'),
    paymentFrequency: 'fortnightly',
    firstPaymentDate: calendarDate('2026-06-05'),
    amount: 470,
  });
  await enter(page, owner, `${contract.path}/edit`);
  await page.getByRole('switch', { name: /Auto sync/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Toyota HiLux was saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible();
  // Its badge comes with the connection.
  await expect(page.getByText('Auto sync', { exact: true })).toHaveCount(0);
});

const date = (page: Page) => page.getByLabel('Date', { exact: true });

/** A hire purchase, whose payout tells its GST. */
async function readyContract(product: Product, owner: Person, posted: number): Promise<ConnectedContract> {
  const contract = await newReadyContract(product, owner, { kind: 'hire-purchase' });
  await syncPayments(owner, contract, numbersTo(posted));
  return contract;
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function openForm(page: Page, person: Person, { path }: Contract, title: string): Promise<void> {
  await enter(page, person, path);
  await choose(page, 'Options', 'Record a change');
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
}

/** Expects the amounts of a document in the preview. */
async function expectPreview(page: Page, lines: readonly number[]): Promise<void> {
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const line of lines) {
    const amount = Math.abs(line).toLocaleString('en-AU', { minimumFractionDigits: 2 });
    await expect(preview.locator('.document-table')).toContainText(`$${amount}`);
  }
}

interface PostedDocument {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly number[];
  /** Null for a manual journal. */
  readonly total: number | null;
  readonly status: string;
}

/** Returns the documents of a Xero organisation: bank transactions, then manual journals. */
async function documentsIn(
  product: Product,
  { xeroName }: ConnectedContract,
): Promise<readonly PostedDocument[]> {
  const { bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  return [...bankTransactions, ...manualJournals].map(
    ({ BankTransactionID, ManualJournalID, DateString, Status, Total, LineItems, JournalLines }) => ({
      id: BankTransactionID ?? ManualJournalID ?? '',
      date: DateString.slice(0, 10),
      lines: (LineItems ?? JournalLines ?? []).map(({ LineAmount }) => LineAmount),
      total: Total ?? null,
      status: Status,
    }),
  );
}

/** Returns the documents that were not among earlier ones. */
async function documentsAfter(
  product: Product,
  contract: ConnectedContract,
  before: readonly PostedDocument[],
): Promise<readonly PostedDocument[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await documentsIn(product, contract)).filter(({ id }) => !known.has(id));
}
