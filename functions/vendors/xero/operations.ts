/** Every call of the product to the accounting API: one row each, by the name in Xero's OpenAPI file and its SDK. */
import type { XeroAccess } from '../../services/xero/port.ts';

/** The parameters of a call. Names of query parameters are Xero's own. */
interface Fields {
  readonly id: string;
  /** JSON of the row's model, in Xero's names. */
  readonly body: string;
  readonly idempotencyKey: string;
  readonly date: string;
  /** Only elements that were created or changed since then. */
  readonly modifiedSince: Date;
  readonly where: string;
  readonly order: string;
  readonly page: number;
  readonly pageSize: number;
  readonly IDs: readonly string[];
  readonly searchTerm: string;
  readonly includeArchived: boolean;
  readonly summaryOnly: boolean;
  readonly summarizeErrors: boolean;
  readonly unitdp: number;
  readonly paymentsOnly: boolean;
}
type Takes = readonly (keyof Fields)[];

/** A row: the path below `/api.xro/2.0`, the SDK's model of the body, the parameters of its method in its order. */
const get = <const T extends Takes>(path: string, ...takes: T) => ({ method: 'GET', path, takes }) as const;
const put = <const T extends Takes>(path: string, model: string, ...takes: T) =>
  ({ method: 'PUT', path, takes, model }) as const;
const post = <const T extends Takes>(path: string, model: string, ...takes: T) =>
  ({ method: 'POST', path: `${path}/{id}`, takes, model }) as const;

const LIST = ['modifiedSince', 'where', 'order'] as const;
const CREATE = ['body', 'summarizeErrors'] as const;

export const OPERATIONS = {
  getOrganisations: get('/Organisation'),
  getOrganisationActions: get('/Organisation/Actions'),
  getAccounts: get('/Accounts', ...LIST),
  getTaxRates: get('/TaxRates', 'where', 'order'),
  getTrackingCategories: get('/TrackingCategories', 'where', 'order', 'includeArchived'),
  getReportTrialBalance: get('/Reports/TrialBalance', 'date', 'paymentsOnly'),
  createAccount: put('/Accounts', 'Account', 'body', 'idempotencyKey'),
  getContacts: get(
    '/Contacts',
    ...LIST,
    ...(['IDs', 'page', 'includeArchived', 'summaryOnly', 'searchTerm', 'pageSize'] as const),
  ),
  getContact: get('/Contacts/{id}', 'id'),
  createContacts: put('/Contacts', 'Contacts', ...CREATE, 'idempotencyKey'),
  getBankTransactions: get('/BankTransactions', ...LIST, 'page', 'unitdp', 'pageSize'),
  getBankTransaction: get('/BankTransactions/{id}', 'id'),
  createBankTransactions: put('/BankTransactions', 'BankTransactions', ...CREATE, 'unitdp', 'idempotencyKey'),
  updateBankTransaction: post(
    '/BankTransactions',
    'BankTransactions',
    'id',
    'body',
    'unitdp',
    'idempotencyKey',
  ),
  getPayments: get('/Payments', ...LIST, 'page', 'pageSize'),
  getManualJournals: get('/ManualJournals', ...LIST, 'page', 'pageSize'),
  getManualJournal: get('/ManualJournals/{id}', 'id'),
  createManualJournals: put('/ManualJournals', 'ManualJournals', ...CREATE, 'idempotencyKey'),
  updateManualJournal: post('/ManualJournals', 'ManualJournals', 'id', 'body', 'idempotencyKey'),
};

type OperationName = keyof typeof OPERATIONS;
type Taken<Name extends OperationName> = (typeof OPERATIONS)[Name]['takes'][number];
type Needed = 'id' | 'body' | 'idempotencyKey' | 'date';
type Optional<Of> = { readonly [Field in keyof Of]?: Of[Field] | undefined };

/** One call: an operation's name and its fields. */
export type Operation = {
  [Name in OperationName]: { readonly name: Name } & Pick<Fields, Taken<Name> & Needed> &
    Optional<Pick<Fields, Exclude<Taken<Name>, Needed>>>;
}[OperationName];

export const fieldsOf = (operation: Operation): Named & Optional<Fields> => operation;
type Named = { readonly name: OperationName };

/** Xero's answer, whatever its status: `body` is parsed JSON, or text. */
export interface XeroResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Makes one call and returns its answer. Rejects with an `unavailable` XeroError when there is none. */
export type Carry = (access: XeroAccess, operation: Operation) => Promise<XeroResponse>;
