/** The organisations of a fresh simulator, and adding another one. */
import { classOfType } from './account-types.ts';
import { hex, uuid } from './ids.ts';
import { fillBooks, type StartingBooks } from './ordinary-life.ts';
import { put, type OrganisationRecord, type Version, type XeroState } from './state.ts';
import { defaultTaxType } from './tax-rates.ts';
import { seedTracking } from './tracking.ts';

interface ChartRow {
  readonly code: string | null;
  readonly name: string;
  readonly type: string;
  readonly system?: string;
  /** The default tax type in the Australian edition, if it isn't that of the account's class. */
  readonly taxType?: string;
  /** The currency of a bank account, if it isn't the organisation's. */
  readonly currency?: string;
}

const CHART: readonly ChartRow[] = [
  { code: '090', name: 'Business Bank Account', type: 'BANK' },
  { code: '091', name: 'Business Savings Account', type: 'BANK' },
  { code: null, name: 'US Dollar Account', type: 'BANK', currency: 'USD' },
  { code: '200', name: 'Sales', type: 'REVENUE' },
  { code: '260', name: 'Other Revenue', type: 'REVENUE' },
  { code: '270', name: 'Interest Income', type: 'OTHERINCOME' },
  { code: '310', name: 'Cost of Goods Sold', type: 'DIRECTCOSTS' },
  { code: '404', name: 'Bank Fees', type: 'EXPENSE' },
  { code: '408', name: 'Cleaning', type: 'EXPENSE' },
  { code: '416', name: 'Depreciation', type: 'DEPRECIATN' },
  { code: '429', name: 'General Expenses', type: 'EXPENSE' },
  { code: '433', name: 'Insurance', type: 'OVERHEADS' },
  { code: '437', name: 'Interest Expense', type: 'EXPENSE', taxType: 'EXEMPTEXPENSES' },
  { code: '449', name: 'Motor Vehicle Expenses', type: 'EXPENSE' },
  { code: '469', name: 'Rent', type: 'OVERHEADS' },
  { code: '610', name: 'Accounts Receivable', type: 'CURRENT', system: 'DEBTORS' },
  { code: '620', name: 'Prepayments', type: 'PREPAYMENT' },
  { code: '630', name: 'Inventory', type: 'INVENTORY' },
  { code: '710', name: 'Office Equipment', type: 'FIXED' },
  { code: '730', name: 'Motor Vehicles', type: 'FIXED' },
  { code: '740', name: 'Plant and Machinery', type: 'FIXED' },
  { code: '800', name: 'Accounts Payable', type: 'CURRLIAB', system: 'CREDITORS' },
  { code: '801', name: 'Unpaid Expense Claims', type: 'CURRLIAB', system: 'UNPAIDEXPCLM' },
  { code: '820', name: 'GST', type: 'CURRLIAB', system: 'GST' },
  { code: '825', name: 'PAYG Withholdings Payable', type: 'CURRLIAB' },
  { code: '840', name: 'Historical Adjustment', type: 'CURRLIAB', system: 'HISTORICAL' },
  { code: '850', name: 'Suspense', type: 'CURRLIAB' },
  { code: '860', name: 'Rounding', type: 'CURRLIAB', system: 'ROUNDING' },
  { code: '900', name: 'Loan', type: 'TERMLIAB' },
  { code: '960', name: 'Retained Earnings', type: 'EQUITY', system: 'RETAINEDEARNINGS' },
  { code: '970', name: 'Owner Funds Introduced', type: 'EQUITY' },
  { code: '980', name: 'Owner Drawings', type: 'EQUITY' },
];

/** Two Australian organisations, of which one is on Simpler BAS, and one in New Zealand. */
export function seed(state: XeroState, now: number, books: StartingBooks): void {
  addOrganisation(state, { name: 'Demo Company (AU)', version: 'AU', books }, now);
  addOrganisation(state, { name: 'Harbour Street Bakery', version: 'AU', isSimplerBas: true, books }, now);
  addOrganisation(state, { name: 'Kauri Outdoors (NZ)', version: 'NZ', books }, now);
}

const COUNTRIES: Readonly<Record<Version, { readonly countryCode: string; readonly currency: string }>> = {
  AU: { countryCode: 'AU', currency: 'AUD' },
  NZ: { countryCode: 'NZ', currency: 'NZD' },
  UK: { countryCode: 'GB', currency: 'GBP' },
  US: { countryCode: 'US', currency: 'USD' },
  GLOBAL: { countryCode: 'SG', currency: 'SGD' },
};

/** Adds an organisation with the default chart of accounts and, as asked for, its ordinary life. */
export function addOrganisation(
  state: XeroState,
  {
    books,
    ...input
  }: Pick<OrganisationRecord, 'name' | 'version' | 'isSimplerBas'> & { readonly books: StartingBooks },
  now: number,
): OrganisationRecord {
  const { version } = input;
  const { countryCode, currency } = COUNTRIES[version];
  const organisation: OrganisationRecord = {
    ...input,
    tenantId: uuid(state),
    shortCode: `!${hex(state, 3)}`,
    baseCurrency: currency,
    countryCode,
    periodLockDate: null,
    endOfYearLockDate: null,
    createdAt: now,
  };
  put(state, 'organisations', organisation.tenantId, organisation);
  for (const row of CHART) addAccount(state, organisation, row, now);
  seedTracking(state, organisation, now);
  fillBooks(state, organisation, books, now);
  return organisation;
}

function addAccount(state: XeroState, organisation: OrganisationRecord, row: ChartRow, now: number): void {
  const accountClass = classOfType(row.type);
  if (accountClass === undefined) throw new Error(`No account type ${row.type}`);
  const currency = row.currency ?? organisation.baseCurrency;
  const id = uuid(state);
  put(state, 'accounts', id, {
    id,
    tenantId: organisation.tenantId,
    createdAt: now,
    updatedAt: now,
    code: row.code,
    name: row.name,
    type: row.type,
    class: accountClass,
    taxType: (organisation.version === 'AU' && row.taxType) || defaultTaxType(organisation, accountClass),
    status: 'ACTIVE',
    systemAccount: row.system ?? null,
    description: '',
    bank: row.type === 'BANK' ? { number: `06 2000 ${row.code ?? '092'}`, currency } : null,
  });
}
