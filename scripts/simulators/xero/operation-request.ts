import { CONTACTS_PER_SEARCH } from '../../../functions/vendors/xero/books.ts';
import type { DocumentQuery, Operation } from '../../../functions/vendors/xero/call.ts';

/** An accounting request without its credentials. `path` is relative to `/api.xro/2.0` and includes the query. */
export interface OperationRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  readonly modifiedSince?: Date;
}

/** Returns the HTTP request that xero-node makes for an operation. A test compares both for every operation. */
export function requestOf(operation: Operation): OperationRequest {
  switch (operation.name) {
    case 'getOrganisations':
      return { method: 'GET', path: '/Organisation' };
    case 'getOrganisationActions':
      return { method: 'GET', path: '/Organisation/Actions' };
    case 'getAccounts':
      return { method: 'GET', path: '/Accounts' };
    case 'getTaxRates':
      return { method: 'GET', path: '/TaxRates' };
    case 'getContacts': {
      if ('contactIds' in operation) return read('/Contacts', { IDs: operation.contactIds.join(',') });
      const { searchTerm } = operation;
      const paging = { page: '1', includeArchived: 'false', pageSize: String(CONTACTS_PER_SEARCH) };
      return read('/Contacts', { ...paging, searchTerm });
    }
    case 'getContact':
      return { method: 'GET', path: `/Contacts/${operation.id}` };
    case 'getBankTransactions':
      return readPage('/BankTransactions', operation);
    case 'getManualJournals':
      return readPage('/ManualJournals', operation);
    case 'getBankTransaction':
      return { method: 'GET', path: `/BankTransactions/${operation.id}` };
    case 'getManualJournal':
      return { method: 'GET', path: `/ManualJournals/${operation.id}` };
    case 'getReportTrialBalance':
      return read('/Reports/TrialBalance', { date: operation.date, paymentsOnly: 'false' });
    case 'createAccount':
      return write('PUT', '/Accounts', operation);
    case 'createContacts':
      return write('PUT', '/Contacts?summarizeErrors=false', operation);
    case 'createBankTransactions':
      return write('PUT', '/BankTransactions?summarizeErrors=false', operation);
    case 'createManualJournals':
      return write('PUT', '/ManualJournals?summarizeErrors=false', operation);
    case 'updateBankTransaction':
      return write('POST', `/BankTransactions/${operation.id}`, operation);
    case 'updateManualJournal':
      return write('POST', `/ManualJournals/${operation.id}`, operation);
    default:
      return operation satisfies never;
  }
}

function readPage(path: string, { where, page, pageSize, modifiedSince }: DocumentQuery): OperationRequest {
  const filter = where === '' ? {} : { where };
  const request = read(path, { ...filter, page: String(page), pageSize: String(pageSize) });
  return { ...request, ...(modifiedSince && { modifiedSince }) };
}

function read(path: string, query: Readonly<Record<string, string>>): OperationRequest {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

function write(
  method: 'PUT' | 'POST',
  path: string,
  { body, idempotencyKey }: { readonly body: string; readonly idempotencyKey: string },
): OperationRequest {
  return { method, path, body, idempotencyKey };
}
