/** Pages of Xero's, opened in the organisation of that short code whichever one the user last looked at. */
function organisationPage(webBase: string, shortCode: string, path: string): string {
  return `${webBase}/organisationlogin/default.aspx?shortcode=${shortCode}&redirecturl=${path}`;
}

export function paymentLink(webBase: string, shortCode: string, id: string): string {
  return organisationPage(webBase, shortCode, `/Bank/ViewTransaction.aspx?bankTransactionID=${id}`);
}

export function billLink(webBase: string, shortCode: string, invoiceId: string): string {
  return organisationPage(webBase, shortCode, `/AccountsPayable/View.aspx?InvoiceID=${invoiceId}`);
}

export function journalLink(webBase: string, shortCode: string, id: string): string {
  return organisationPage(webBase, shortCode, `/Journal/View.aspx?invoiceID=${id}`);
}

export function chartOfAccountsLink(webBase: string, shortCode: string): string {
  return organisationPage(webBase, shortCode, '/GeneralLedger/ChartOfAccounts.aspx');
}

/** The address of a schedule's page at Paydown, which Xero shows as "Go to Paydown"; of one payment with its id. */
export function scheduleUrl(
  origin: string,
  { entityId, scheduleId }: { readonly entityId: string; readonly scheduleId: string },
  paymentId?: string,
): string {
  const page = `${origin}/entity/${entityId}/${scheduleId}`;
  return paymentId === undefined ? page : `${page}?paymentId=${paymentId}`;
}

/** The address of a register's page. */
export const registerUrl = (
  origin: string,
  { entityId, registerId }: { readonly entityId: string; readonly registerId: string },
): string => `${origin}/entity/${entityId}/registers/${registerId}`;
