/** The part of Xero's library that functions contain: the accounting API. The whole would also load three payroll APIs. */
export { AccountingApi } from '../../node_modules/xero-node/dist/gen/api/accountingApi.js';
export { ObjectSerializer } from '../../node_modules/xero-node/dist/gen/model/accounting/models.js';
