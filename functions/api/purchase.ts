/** The purchase of a schedule: the dealer's invoice, which becomes the own lines of its opening journal. */
import * as z from 'zod';
import { CHARGE_KINDS } from '../../domain/purchase/purchase-facts.ts';
import { defineRoutes } from './route.ts';
import { AccountId, DateText, Flag, Id, listOf, Money, TaxTypeText, Text, TextOrNone } from './wire.ts';

const Account = AccountId.nullable().default(null);

/** Amounts are dollars above 0.00, as on the invoice, GST included. */
export const PurchaseFacts = z.object({
  asset: z.object({
    kind: z.enum(['car', 'vehicle', 'other'], 'Please choose the kind of asset.'),
    price: Money,
    /** False: from a private seller, or GST-free. */
    gst: Flag.default(true),
    /** The date of first use: its year has the car limit. */
    firstUse: DateText,
    /** Percent. */
    businessUse: z.number('Please provide the business use in percent.'),
    accountId: Account,
    /** The car limit of a year whose limit isn't known here. */
    carLimit: z.object({ amount: Money, source: Text }).optional(),
  }),
  charges: listOf(
    z.object({
      kind: z.enum(CHARGE_KINDS, 'Please choose the kind of charge.'),
      text: TextOrNone.default(''),
      amount: Money,
      accountId: Account,
      /** Without one the kind decides. */
      taxType: TaxTypeText.optional(),
    }),
    {
      missing: 'Please provide the charges.',
      most: 50,
      tooMany: 'Please use at most 50 charges.',
    },
  ),
  tradeIn: z
    .object({
      amount: Money,
      taxable: Flag,
      accountId: Account,
      /** Its finance, paid out by the dealer; the schedule of that finance. */
      payout: z
        .object({ amount: Money, accountId: Account, scheduleId: Id.nullable().default(null) })
        .nullable()
        .default(null),
    })
    .nullable()
    .default(null),
  deposit: z.object({ amount: Money, accountId: Account }).nullable().default(null),
  registered: Flag,
});

/** Identifies the facts of a purchase; '' where there is none. */
export const PurchaseRevision = z.string().max(64);

/** Dollars, debit positive. */
export const PurchaseLine = z.object({
  description: z.string(),
  accountId: z.string().nullable(),
  taxType: z.string(),
  amount: z.number(),
});

const PurchasePreview = z.object({
  lines: z.array(PurchaseLine),
  gst: z.object({
    credit: z.number(),
    payable: z.number(),
    limitedBy: z.enum(['car-limit', 'business-use', 'both']).nullable(),
  }),
  bas: z.object({ g1: z.number(), g10: z.number(), g11: z.number() }),
  costOfAsset: z.number(),
  financed: z.number(),
  /** `financed` less the loan amount. */
  difference: z.number(),
  causes: z.array(z.string()),
  warnings: z.array(z.string()),
});

const Purchase = PurchasePreview.extend({
  facts: PurchaseFacts,
  /** Another one as soon as the facts have changed. */
  revision: z.string(),
});

export const purchaseRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase': {
    summary: 'A schedule’s purchase, with its lines in the opening journal',
    handler: 'setup/get-purchase',
    allow: 'Guest',
    response: Purchase,
    refuses: ['not-found', 'conflict'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase': {
    summary: 'Set a schedule’s purchase',
    handler: 'setup/save-purchase',
    allow: 'Member',
    /** `revision`: of the purchase as it was read, '' where there was none; a stale one is refused. */
    body: PurchaseFacts.extend({ revision: z.string().optional() }),
    response: Purchase,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/purchase': {
    summary: 'Delete a schedule’s purchase; a posted journal stays',
    handler: 'setup/delete-purchase',
    allow: 'Member',
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview': {
    summary: 'Work a purchase out; writes nothing',
    handler: 'setup/preview-purchase',
    allow: 'Member',
    body: PurchaseFacts,
    response: PurchasePreview,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
});

export type PurchaseFactsSent = z.output<typeof PurchaseFacts>;
export type PurchasePreviewView = z.input<typeof PurchasePreview>;
export type PurchaseView = z.input<typeof Purchase>;
