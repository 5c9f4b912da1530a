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
  return {
    city: sent.city ?? null,
    country: sent.country ?? null,
    line1: sent.line1 ?? null,
    line2: sent.line2 ?? null,
    postal_code: sent.postal_code ?? null,
    state: sent.state ?? null,
  };
}

/** The address of a person who pays without entering another one. */
export const exampleAddress = {
  line1: '1 Example Street',
  city: 'Sydney',
  state: 'NSW',
  postal_code: '2000',
  country: 'AU',
};
