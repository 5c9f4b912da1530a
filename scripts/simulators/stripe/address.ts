import type { Stripe } from 'stripe';
import * as z from 'zod';

/** An address, all parts optional. */
export const AddressParam = z.strictObject({
  line1: z.string().optional(),
  line2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string().length(2).optional(),
});

/** Completes an address with null for the parts that were not sent. */
export function addressOf(sent: z.infer<typeof AddressParam>): Stripe.Address {
  const parts = Object.keys(AddressParam.shape) as (keyof typeof sent)[];
  return Object.fromEntries(parts.map((part) => [part, sent[part] ?? null])) as unknown as Stripe.Address;
}

/** The address of a person who pays without entering another one. */
export const exampleAddress = {
  line1: '1 Example Street',
  city: 'Sydney',
  state: 'NSW',
  postal_code: '2000',
  country: 'AU',
};
