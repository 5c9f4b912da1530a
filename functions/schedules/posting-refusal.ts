import { Refusal } from '../../domain/refusal.ts';

/** Nothing about a schedule moves while Xero may still be taking what was sent. */
export function refuseWhilePosting({ openIntents }: { readonly openIntents: number }): void {
  if (openIntents === 0) return;
  const message = 'Payments of this schedule are being posted to Xero. Please try again in a few minutes.';
  throw new Refusal('conflict', 'schedule/posting', message);
}
