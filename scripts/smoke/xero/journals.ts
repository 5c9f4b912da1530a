import { at, listAt, textAt } from '../evidence.ts';
import { type Check, observe, skipped, type Step } from '../steps.ts';
import { messagesOf } from './session.ts';
import { need, post, today, type XeroWorld } from './world.ts';

const narrationOf = ({ mark }: XeroWorld): string => `${mark} journal`;

function journal(world: XeroWorld, by: 'id' | 'code'): object {
  const line = (amount: number, { id, code }: { id: string; code: string }): object => ({
    LineAmount: amount,
    ...(by === 'id' ? { AccountID: id } : { AccountCode: code }),
    TaxType: 'BASEXCLUDED',
    Description: 'Smoke test',
  });
  return {
    Narration: narrationOf(world),
    Date: today(),
    LineAmountTypes: 'NoTax',
    Status: 'POSTED',
    JournalLines: [line(25, need(world, 'expense')), line(-25, need(world, 'liability'))],
  };
}

const byCode: Check<XeroWorld> = {
  name: 'journal by AccountCode',
  expects: 'A posted journal whose lines name their accounts by AccountCode is created.',
  run: async (world) => {
    const answer = await post(world, 'ManualJournals', [journal(world, 'code')]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const byId: Check<XeroWorld> = {
  name: 'journal by AccountID',
  expects: 'A posted journal whose lines name their accounts by AccountID alone is created.',
  isQuestion: true,
  run: async (world) => {
    const answer = await post(world, 'ManualJournals', [journal(world, 'id')]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

/** Returns the ids of this run's journals that a filter finds. */
async function idsBy({ session }: XeroWorld, where: string, narration: string): Promise<string[]> {
  const query = new URLSearchParams({ where, page: '1' });
  const { body } = await session.call('GET', `ManualJournals?${query.toString()}`);
  return listAt(body, 'ManualJournals')
    .filter((one) => at(one, 'Narration') === narration)
    .map((one) => textAt(one, 'ManualJournalID'));
}

function todaysFilter(): string {
  const [year, month, day] = today().split('-');
  return `Date>=DateTime(${year}, ${month}, ${day})`;
}

const byDate: Check<XeroWorld> = {
  name: 'journals by date',
  expects: 'The filter by date lists the journal with its narration.',
  run: async (world) => {
    const ids = await idsBy(world, todaysFilter(), narrationOf(world));
    return observe(ids.length > 0, `${ids.length} journals`);
  },
};

const byNarration: Check<XeroWorld> = {
  name: 'journals by narration',
  expects: 'The filter Narration.Contains("…") finds the journal.',
  isQuestion: true,
  run: async (world) => {
    const ids = await idsBy(world, `Narration.Contains("${narrationOf(world)}")`, narrationOf(world));
    return observe(ids.length > 0, `${ids.length} journals`);
  },
};

const voided: Check<XeroWorld> = {
  name: 'void',
  expects: 'A posted journal can be voided with its narration.',
  run: async (world) => {
    const [id = ''] = await idsBy(world, todaysFilter(), narrationOf(world));
    const change = { ManualJournalID: id, Narration: narrationOf(world), Status: 'VOIDED' };
    const answer = await world.session.call('POST', 'ManualJournals', { body: { ManualJournals: [change] } });
    const status = at(answer.body, 'ManualJournals', 0, 'Status');
    return observe(status === 'VOIDED', `${messagesOf(answer)}, status ${String(status)}`);
  },
};

const asStandardUser: Check<XeroWorld> = {
  name: 'as a standard user',
  expects: 'A standard user without reports gets 403 for every call of manual journals.',
  run: async ({ session, person }) => {
    const { tenantId } = session.connection();
    const isChanged = await person.perform({ kind: 'role', tenantId, role: 'standard' });
    if (!isChanged) return skipped('the role was not changed');
    const answer = await session.call('GET', 'ManualJournals?page=1');
    await person.perform({ kind: 'role', tenantId, role: 'adviser' });
    return observe(answer.status === 403, messagesOf(answer));
  },
};

export const journalStep: Step<XeroWorld> = {
  name: '11 Manual journals',
  checks: [byCode, byId, byDate, byNarration, voided, asStandardUser],
};
