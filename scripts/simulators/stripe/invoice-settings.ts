import type { Stripe } from 'stripe';
import * as z from 'zod';
import { missingReference } from './api-error.ts';
import { Text } from './form.ts';
import { accountTaxIds } from './tax-ids.ts';
import type { Transaction } from './state.ts';

/** The parameter of what a subscription's invoices show besides their lines. */
export const InvoiceSettingsParam = z.strictObject({
  account_tax_ids: z.union([z.array(Text), z.literal('').transform(() => [])]).optional(),
  custom_fields: z
    .array(z.strictObject({ name: Text.max(40), value: Text.max(140) }))
    .max(4)
    .optional(),
});

export type InvoiceSettingsParams = z.infer<typeof InvoiceSettingsParam>;

/** Returns settings with those that a parameter changes. The tax ids are the account's own. */
export function invoiceSettings(
  tx: Transaction,
  before: Stripe.Subscription.InvoiceSettings,
  { account_tax_ids: ids, custom_fields: fields }: InvoiceSettingsParams,
  param: string,
): Stripe.Subscription.InvoiceSettings {
  const own = new Set(accountTaxIds(tx).map(({ id }) => id));
  ids?.forEach((id, index) => {
    if (!own.has(id)) throw missingReference('tax_id', id, `${param}[account_tax_ids][${index}]`);
  });
  return {
    ...before,
    ...(ids && { account_tax_ids: ids }),
    ...(fields && { custom_fields: fields }),
  };
}

/** The settings of a subscription that was created without any. */
export const NO_INVOICE_SETTINGS: Stripe.Subscription.InvoiceSettings = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: { type: 'self' },
};
