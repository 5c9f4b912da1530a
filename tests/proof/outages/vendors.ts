/** Xero, Stripe and mail down for an hour, slow by 20 s, and answering garbage. */
import { control, payAtStripe, productClient } from '../../../scripts/local/product-client.ts';
import { sized } from '../../support/command.ts';
import { HOUR, type Rule, type World } from './world.ts';

const SLOW_MS = 20_000;
const EXPIRY_MS = 40 * 60_000;

type Outage = readonly [string, Rule];

/** The ways a vendor fails, by name. */
const OUTAGES = sized<readonly Outage[]>(
  [
    ['down', { kind: 'drop-before' }],
    ['slow', { kind: 'delay', delayMs: SLOW_MS }],
    ['answering garbage', { kind: 'garbage' }],
    ['answering 503', { kind: 'status', status: 503 }],
  ],
  [['down', { kind: 'drop-before' }]],
);

/** The wait for the timers' work during the outage. Slow calls end at their limit and are repeated. */
const secondsOf = ({ kind }: Rule): number => (kind === 'delay' ? 75 : 12);

const never = (): Promise<boolean> => Promise.resolve(false);

/** Xero's documents, whose answers may be lost; a lost answer to a renewal of the access ends it for good. */
const LOSING = ['losing answers', { kind: 'drop-after', path: '/api.xro/' }] as const;

export async function xeroOutages(world: World): Promise<void> {
  for (const [how, rule] of [...OUTAGES, LOSING]) {
    const scene = `Xero ${how}`;
    const automatic = await world.newSchedule(`${scene}, auto sync`, { autoSync: true });
    const byHand = await world.newSchedule(`${scene}, by hand`, { autoSync: false });
    const ids = await world.duePayments(byHand);
    await world.disturb('xero', [rule]);
    // The access to Xero expires, so that it is renewed during the outage.
    await world.product.move(EXPIRY_MS);
    const token = await world.token();
    const entity = `/v1/entities/${byHand.entityId}`;
    const schedule = `${entity}/schedules/${byHand.scheduleId}`;
    const asked: readonly (readonly [string, unknown?])[] = [
      [`GET ${schedule}`],
      [`GET ${entity}/accounts`],
      [`GET ${entity}/LockDate`],
      [`GET ${entity}/matches`],
      [`GET ${schedule}/xerostatus`],
      [`GET ${schedule}/templates/openingbalancejournal?date=2026-01-01`],
      [`POST ${entity}/ledgercheck`, { date: '2026-06-30' }],
      [`POST ${schedule}/sync/xero/payments/preview`, { SyncSchedulePayments: ids }],
      [`PUT ${schedule}/sync/xero/payments`, { SyncSchedulePayments: ids }],
      [`POST ${schedule}/archive`, { archive: true }],
      ['POST /v1/connections/xero', { connectionType: 'signup' }],
    ];
    await Promise.all(asked.map(([route, body]) => world.ask(scene, token, route, body)));
    await world.hour(never, secondsOf(rule));
    await world.disturb('xero');
    await world.untilSynced(scene, automatic);
    await world.checkBooks(scene, automatic);
    await world.checkBooks(scene, byHand);
    await world.remove(scene, automatic);
    await world.remove(scene, byHand);
  }
}

interface StripeState {
  readonly subscriptions: readonly { readonly customer: string; readonly status: string }[];
}

export async function stripeOutages(world: World): Promise<void> {
  const outages = [...OUTAGES, ['losing answers', { kind: 'drop-after' }] as const];
  for (const [index, [how, rule]] of outages.entries()) {
    const scene = `Stripe ${how}`;
    const { origin, stripe } = world.product.places;
    const credentials = { email: `buyer-${index}@example.com`, password: 'Outage-Proof-1' };
    await productClient(origin)('POST /v1/users', {
      body: { ...credentials, givenName: 'Ada', surname: 'Byron', tenantName: scene },
    });
    const buyer = async () => productClient(origin, await world.token(credentials));
    const plans = await (await buyer())('GET /v1/subscriptionplans');
    const plan = plans.find(({ prices }) => prices.length > 0);
    const body = { planId: plan?.id ?? '', priceId: plan?.prices[0]?.id ?? '' };
    const { redirectUrl } = await (await buyer())('POST /v1/tenants/session/subscription', { body });
    const before = await control<StripeState>(`${stripe}/_control/state`);

    await world.disturb('stripe', [rule]);
    const token = await world.token(credentials);
    const StripeSessionId = await payAtStripe(stripe, redirectUrl);
    const asked: readonly (readonly [string, unknown?])[] = [
      ['GET /v1/subscriptionplans'],
      ['GET /v1/tenants/subscription'],
      [`GET /v1/tenants/subscription/anticipate?StripeSessionId=${StripeSessionId}`],
      ['POST /v1/tenants/session/subscription', body],
      ['POST /v1/tenants/Session/Billing', {}],
    ];
    await Promise.all(asked.map(([route, sent]) => world.ask(scene, token, route, sent)));
    await world.hour(never, secondsOf(rule) / 3);
    await world.disturb('stripe');

    const hasPlan = async (): Promise<boolean> => {
      const { name } = await (await buyer())('GET /v1/tenants/subscription');
      return name === plan?.name;
    };
    let isThere = false;
    for (let hour = 0; hour < 26 && !isThere; hour++) isThere = await world.hour(hasPlan, 3);
    if (!isThere) world.findings.add(`${scene}: the plan that was paid for never arrives`);
    const after = await control<StripeState>(`${stripe}/_control/state`);
    const made = after.subscriptions.length - before.subscriptions.length;
    if (made !== 1) world.findings.add(`${scene}: one checkout has made ${made} subscriptions`);
  }
}

const NEXT_PASSWORD = 'Outage-Proof-2';
const PASSWORD_CHANGED = 'Your password was changed';
/** The mails of actions that their user cannot repeat, or does not know to repeat. */
const NOTICES = ['Confirm your email address', 'Set a new password', PASSWORD_CHANGED] as const;

interface Mail {
  readonly to: string;
  readonly subject: string;
}

export async function mailOutages(world: World): Promise<void> {
  for (const [index, [how, rule]] of OUTAGES.entries()) {
    const scene = `Mail ${how}`;
    const { console: mailbox } = world.product.places;
    const credentials = { email: `reader-${index}@example.com`, password: 'Outage-Proof-1' };
    const invited = `invited-${index}@example.com`;
    const mailsTo = async (to: string): Promise<string[]> =>
      (await control<readonly Mail[]>(`${mailbox}/messages`))
        .filter((mail) => mail.to === to)
        .map(({ subject }) => subject);
    await world.disturb('console', [rule]);
    const registered = { ...credentials, givenName: 'Ada', surname: 'Byron', tenantName: scene };
    await world.ask(scene, null, 'POST /v1/users', registered);
    await world.ask(scene, null, 'POST /v1/users/recover', { email: credentials.email });
    const token = await world.token(credentials);
    await world.ask(scene, token, 'GET /v1/users/verify/resend');
    await world.ask(scene, token, 'POST /v1/tenants/users/invite', { email: invited, role: 'Guest' });
    const change = { Password: credentials.password, NewPassword: NEXT_PASSWORD };
    await world.ask(scene, token, 'PUT /v1/users/password', change);
    await world.product.move(HOUR);
    await world.disturb('console');

    const missing = async (): Promise<string[]> => {
      const arrived = await mailsTo(credentials.email);
      return NOTICES.filter((subject) => !arrived.includes(subject));
    };
    await world.hour(async () => (await missing()).length === 0, 30);
    for (const subject of await missing()) world.findings.add(`${scene}: “${subject}” never arrives`);
    const changed = (await mailsTo(credentials.email)).filter((subject) => subject === PASSWORD_CHANGED);
    if (changed.length > 1)
      world.findings.add(`${scene}: a new password is announced ${changed.length} times`);

    const again = await world.token({ ...credentials, password: NEXT_PASSWORD });
    const before = (await mailsTo(credentials.email)).length;
    const hadInvitations = (await mailsTo(invited)).length;
    if (hadInvitations !== 1)
      world.findings.add(`${scene}: the invitation has arrived ${hadInvitations} times`);
    await world.ask(scene, again, 'GET /v1/users/verify/resend');
    await world.ask(scene, again, 'POST /v1/tenants/users/invite', { email: invited, role: 'Guest' });
    const since = (await mailsTo(credentials.email)).length - before;
    if (since !== 1) world.findings.add(`${scene}: a repeated verification has sent ${since} mails`);
    const invitations = (await mailsTo(invited)).length - hadInvitations;
    if (invitations !== 1)
      world.findings.add(`${scene}: a repeated invitation has sent ${invitations} mails`);
  }
}
