import { shown } from '../evidence.ts';
import { type Check, observe, skipped, type Step } from '../steps.ts';
import { messagesOf } from './session.ts';
import { daysAgo, post, spend, type XeroWorld } from './world.ts';

/** A lock date that a document is posted on. */
function lockCheck(
  name: string,
  field: 'PeriodLockDate' | 'EndOfYearLockDate',
  lock: (date: string) => { periodLockDate: string | null; endOfYearLockDate: string | null },
): Check<XeroWorld> {
  return {
    name,
    expects: `A document on the ${name} is refused, and the organisation tells the date.`,
    run: async (world) => {
      const { session, person } = world;
      const { tenantId } = session.connection();
      const date = daysAgo(400);
      const isSet = await person.perform({ kind: 'lock dates', tenantId, ...lock(date) });
      if (!isSet) return skipped('the lock date was not set');
      const { body } = await session.call('GET', 'Organisation');
      const told = shown(body, 'Organisations', 0, field);
      const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} locked`, { date })]);
      const removal = { periodLockDate: null, endOfYearLockDate: null };
      await person.perform({ kind: 'lock dates', tenantId, ...removal });
      return observe(answer.status === 400 && told.includes('Date('), `${told}, ${messagesOf(answer)}`);
    },
  };
}

/** Six calls that are started together need not arrive together, least of all from a busy machine. */
const ROUNDS = 8;

const sixAtOnce: Check<XeroWorld> = {
  name: 'six calls at once',
  expects: 'Of six calls at once, at least one is refused with 429 for concurrency.',
  run: async ({ session }) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const calls = Array.from({ length: 6 }, () =>
        session.call('GET', 'Organisation', { isPatient: false }),
      );
      const problems = (await Promise.all(calls)).filter(({ status }) => status === 429).map(problemOf);
      if (problems.includes('concurrent')) return observe(true, `round ${round}: ${problems.join(', ')}`);
    }
    return observe(false, `no refusal for concurrency in ${ROUNDS} rounds`);
  },
};

const sixtyOne: Check<XeroWorld> = {
  name: '61 calls in a minute',
  expects: 'At most 60 calls a minute are answered; the next is refused with 429 and Retry-After.',
  run: async ({ session, wait }) => {
    for (let call = 1; call <= 61; call++) {
      const answer = await session.call('GET', 'Organisation', { isPatient: false });
      if (answer.status !== 429) continue;
      const retryAfter = answer.headers['retry-after'];
      await wait(Number(retryAfter ?? 60) + 1);
      const isMinute = problemOf(answer) === 'minute' && retryAfter !== undefined;
      return observe(isMinute, `call ${call}: ${problemOf(answer)}, Retry-After ${retryAfter ?? 'absent'}`);
    }
    return observe(false, '61 calls were answered');
  },
};

const problemOf = ({ headers }: { headers: Readonly<Record<string, string>> }): string =>
  (headers['x-rate-limit-problem'] ?? 'unnamed').toLowerCase();

export const lockStep: Step<XeroWorld> = {
  name: '13 Lock dates',
  checks: [
    lockCheck('period lock date', 'PeriodLockDate', (date) => ({
      periodLockDate: date,
      endOfYearLockDate: null,
    })),
    lockCheck('end-of-year lock date', 'EndOfYearLockDate', (date) => ({
      periodLockDate: null,
      endOfYearLockDate: date,
    })),
  ],
};
export const limitStep: Step<XeroWorld> = { name: '14 Limits', checks: [sixAtOnce, sixtyOne] };
