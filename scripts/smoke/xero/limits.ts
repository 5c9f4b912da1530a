/** Steps 13 to 15: lock dates, limits and the end of a connection. */
import { paymentLink } from '../../../functions/services/xero/links.ts';
import { type Answer, at, shown } from '../evidence.ts';
import { type Check, check, need, observe, skipped, type Step } from '../steps.ts';
import { daysAgo, post, postOne, spend } from './documents.ts';
import { consent } from './set-up.ts';
import { appToken, call, connections, messagesOf, problemOf, type XeroWorld } from './world.ts';

export const limitSteps: readonly Step<XeroWorld>[] = [
  {
    name: '13 Lock dates',
    checks: [
      locked('period lock date', 'PeriodLockDate', 'periodLockDate'),
      locked('end-of-year lock date', 'EndOfYearLockDate', 'endOfYearLockDate'),
    ],
  },
  {
    name: '14 Limits',
    checks: [
      check(
        'At most 60 calls a minute are answered; the next is refused with 429 and Retry-After.',
        async (world) => {
          for (let calls = 1; calls <= 61; calls++) {
            const answer = await impatient(world);
            if (answer.status !== 429) continue;
            const retryAfter = answer.headers['retry-after'];
            // The removals after it take a whole minute's calls.
            await world.wait(Math.max(60, Number(retryAfter ?? 60)) + 1);
            const problem = problemOf(answer);
            const seen = `call ${calls}: ${problem}, Retry-After ${retryAfter ?? 'absent'}`;
            return observe(problem === 'minute' && retryAfter !== undefined, seen);
          }
          return observe(false, '61 calls were answered');
        },
      ),
    ],
  },
  {
    name: '15 Deep links and connections',
    checks: [
      check('The link of the product opens the posted document in Xero.', async (world) => {
        const id = await postOne(world, spend(world, 'link'));
        const url = paymentLink(world.target.addresses.web, need(world, 'shortCode'), id);
        const task = { kind: 'open page', url, shows: `${world.mark} link` } as const;
        return observe(await world.person.perform(task), url);
      }),
      // Before the disconnection, because removing documents needs the connection.
      check('Documents, contacts, accounts and the connection are removed.', async (world) => {
        const failed = [...(await world.cleanup.run())];
        const { body } = await connections(world, 'GET');
        const { id } = need(world, 'connection');
        if (Array.isArray(body) && body.some((one) => at(one, 'id') === id)) failed.push('the connection');
        return observe(failed.length === 0, failed.join(', ') || 'all removed');
      }),
      check('A call for an organisation that is no longer connected is refused with 403.', async (world) => {
        const { status } = await call(world, 'GET', 'Organisation');
        return observe(status === 403, String(status));
      }),
      check(
        'After a disconnection in Xero the list lacks the connection, and consent brings a new one.',
        async (world) => {
          await consent(world);
          const first = need(world, 'connection');
          const task = { kind: 'disconnect', tenantId: first.tenantId } as const;
          if (!(await world.person.perform(task))) return skipped('the organisation was not disconnected');
          const { status } = await call(world, 'GET', 'Organisation');
          await consent(world);
          const second = need(world, 'connection');
          const id = first.id === second.id ? 'the same' : 'new';
          const seen = `${status} while disconnected, the id of the connection is ${id}`;
          return observe(status >= 400 && second.tenantId === first.tenantId, seen);
        },
      ),
      check(
        'By the user’s own token, the DELETE of a connection answers 204, then by the app’s own 404.',
        async (world) => {
          const { id } = need(world, 'connection');
          const first = await connections(world, 'DELETE', { id });
          const second = await connections(world, 'DELETE', { id, token: await appToken(world) });
          return observe(
            first.status === 204 && second.status === 404,
            `${first.status}, then ${second.status}`,
          );
        },
      ),
    ],
  },
];

/** A lock date that a document is posted on. */
function locked(
  name: string,
  field: 'PeriodLockDate' | 'EndOfYearLockDate',
  option: 'periodLockDate' | 'endOfYearLockDate',
): Check<XeroWorld> {
  return check(
    `A document on the ${name} is refused, and the organisation tells the date.`,
    async (world) => {
      const { tenantId } = need(world, 'connection');
      const date = daysAgo(400);
      const task = { kind: 'lock dates', tenantId, periodLockDate: null, endOfYearLockDate: null } as const;
      const isSet = await world.person.perform({ ...task, [option]: date });
      if (!isSet) return skipped('the lock date was not set');
      const { body } = await call(world, 'GET', 'Organisation');
      const told = shown(body, 'Organisations', 0, field);
      const answer = await post(world, [spend(world, 'locked', { date })]);
      await world.person.perform(task);
      return observe(answer.status === 400 && told.includes('Date('), `${told}, ${messagesOf(answer)}`);
    },
  );
}

const impatient = (world: XeroWorld): Promise<Answer> =>
  call(world, 'GET', 'Organisation', { isPatient: false });
