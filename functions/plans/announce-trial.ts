/** The end of a trial, announced to the Owner once: by a message, and by mail. */
import { businessDate, formatShortDay } from '../../domain/calendar.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { readUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { trialEnding } from '../services/mail/templates.ts';
import { keys } from '../store/keys.ts';
import { tryCommit, tryCommitOne } from '../store/table.ts';
import { BILLING_PAGE } from './refresh-plan.ts';

/**
 * Announces the end of an organisation's trial, unless it has none or its end was announced before. Message and mark
 * are one transaction. A mail that the queue doesn't accept takes the mark back, so that the next run repeats both.
 * @param tenant as read from Stripe just now
 * @throws VendorFailure when the queue doesn't accept the mail
 */
export async function announceTrialEnd(
  { table, mail, clock, ids, origin }: ServicesFor<'table:write' | 'mail'>,
  tenant: StoredTenant,
): Promise<void> {
  const { tenantId, ownerId, trialEndsAt } = tenant;
  if (trialEndsAt === undefined || tenant.trialAnnounced === trialEndsAt) return;
  const { email, givenName, isVerified } = await readUser(table, ownerId);
  const content = contentOf(tenant, trialEndsAt);
  const isFirst = await tryCommit(table, [
    {
      update: keys.organisation(tenantId),
      set: { trialAnnounced: trialEndsAt },
      add: { version: 1 },
      if: {
        all: [
          ['trialEndsAt', '=', trialEndsAt],
          {
            any: [
              ['trialAnnounced', 'absent'],
              ['trialAnnounced', '<>', trialEndsAt],
            ],
          },
        ],
      },
    },
    messageWrite({
      ...content,
      tenantId,
      now: clock.now(),
      id: ids.uuid(),
      about: 'trial-ending',
      code: 'TRIAL_ENDING',
      minimumRole: 'Owner',
      entityId: null,
      link: BILLING_PAGE,
    }),
  ]);
  if (!isFirst) return;
  try {
    const link = origin + BILLING_PAGE;
    const name = isVerified ? givenName : null;
    await mail.send({ to: email, ...trialEnding({ ...content, givenName: name, link }) });
  } catch (error) {
    await tryCommitOne(table, {
      update: keys.organisation(tenantId),
      remove: ['trialAnnounced'],
      add: { version: 1 },
      if: ['trialAnnounced', '=', trialEndsAt],
    });
    throw error;
  }
}

/** The sentences of message and mail. Only a trial without a card requires an action. */
function contentOf({ planName, trialCharge, trialNeedsCard }: StoredTenant, endsAt: number) {
  const subject = `Your trial of ${planName} ends on ${formatShortDay(businessDate(endsAt))}`;
  const charge = trialCharge === undefined ? 'The first payment' : formatMoney(cents(trialCharge));
  return trialNeedsCard
    ? { subject, message: `${subject}. Add a card to keep your connections.`, actionRequired: true }
    : { subject, message: `${subject}. ${charge} is charged then.`, actionRequired: false };
}
