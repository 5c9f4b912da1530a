import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BEHAVIOUR } from '../../../scripts/simulators/xero/core/behaviour.ts';
import { line, freshClient, refusal, spend, type Json } from './test-client.ts';

const client = freshClient();

const choose = (behaviour: Json) => client.control('POST', 'behaviour', behaviour);

describe('the control call', () => {
  it('starts with the stricter readings', () => {
    expect(DEFAULT_BEHAVIOUR).toEqual({
      referenceFilter: 'nothing',
      idempotencyScope: 'token',
      lineAccount: 'code',
      dayLimit: 1000,
      batchRefusal: 'partial',
      inFlightKey: 'runs',
      actions: 'documented',
      forbidden: 'empty',
      appToken: 'granted',
      unknownTracking: 'dropped',
      batchMs: 0,
      minuteMs: 60_000,
    });
  });

  it('refuses an unknown field or value, naming it', () => {
    expect(choose({ dayLimit: 2000 }).message).toContain('dayLimit');
    expect(choose({ colour: 'blue' }).message).toContain('colour');
  });
});

describe('a role that may not use a resource', () => {
  const refused = (forbidden: string) => {
    choose({ forbidden });
    client.control('PATCH', `organisations/${client.tenantId}`, { userRole: 'standard' });
    return client.call('GET', '/ManualJournals');
  };

  it.each([
    ['unsuccessful', 'AuthenticationUnsuccessful'],
    ['reporting', expect.stringContaining('without the reporting role')],
  ])('is refused with 403 in the words of %s', (forbidden, Detail) => {
    expect(refused(forbidden)).toMatchObject({ status: 403, json: { Detail } });
  });

  it('is refused with 403 and no body', () => {
    expect(refused('empty')).toMatchObject({ status: 403, text: '' });
    expect(client.call('GET', '/Organisation').status).toBe(200);
  });
});

describe('the app’s own token', () => {
  it('is refused where the app may not have one', () => {
    choose({ appToken: 'refused' });
    const form = { grant_type: 'client_credentials', scope: 'app.connections' };
    expect(client.exchange(form)).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
    const [{ connectionId }] = client.control('GET', 'state').connections;
    expect(client.call('DELETE', `/connections/${connectionId}`).status).toBe(204);
    expect(client.control('GET', 'state').connections).toEqual([]);
  });
});

describe('look-ups by Reference', () => {
  const found = (query: Readonly<Record<string, string>>) =>
    client
      .call('GET', `/BankTransactions?${new URLSearchParams(query).toString()}`)
      .json.BankTransactions.map((each: Json) => each.Reference);

  beforeEach(() => {
    const BankTransactions = ['PD-1', 'PD-2'].map((Reference) => spend(client, { Reference }));
    client.call('PUT', '/BankTransactions', { body: { BankTransactions } });
  });

  it('finds nothing by Reference, with status 200, when Xero ignores the field', () => {
    choose({ referenceFilter: 'nothing' });
    expect(found({ where: 'Reference=="PD-1"' })).toEqual([]);
    expect(found({ where: 'Reference != "PD-1"' })).toEqual([]);
    expect(found({ where: 'Type=="SPEND" AND Reference.Contains("PD")' })).toEqual([]);
    expect(found({ References: 'PD-2' })).toEqual([]);
  });
});

describe('lines with AccountID alone', () => {
  it('books a line by its code when AccountID and AccountCode differ', () => {
    choose({ lineAccount: 'code' });
    const LineItems = [{ ...line(client, '900', 100), AccountID: client.account('437') }];
    const answer = client.call('PUT', '/BankTransactions', { body: spend(client, { LineItems }) });
    expect(answer.json.BankTransactions[0].LineItems[0].AccountCode).toBe('900');
  });

  it('accepts a bank account without a code by its id', () => {
    choose({ lineAccount: 'code' });
    const usd = [...client.core.state.records.accounts.values()].find(
      (each) => each.tenantId === client.tenantId && each.code === null,
    );
    const document = spend(client, { BankAccount: { AccountID: usd?.id } });
    expect(refusal(client, 'BankTransactions', document)).toEqual([]);
  });
});

describe('a repeat of a key during its first call', () => {
  it('is a call of its own under runs, until the first call has ended', () => {
    choose({ inFlightKey: 'runs' });
    client.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 4000, times: 1 }] });
    for (const pause of [0, 1000, 4000]) {
      client.clock.advance(pause);
      client.call('PUT', '/BankTransactions', { key: 'k', body: spend(client) });
    }
    expect(client.control('GET', 'state').organisations[0].bankTransactions).toHaveLength(2);
  });
});

describe('a slow organisation', () => {
  it('takes its milliseconds for each document of a batch, which appears at the end', () => {
    choose({ batchMs: 500 });
    const BankTransactions = Array.from({ length: 20 }, () => spend(client));
    const put = client.call('PUT', '/BankTransactions', { body: { BankTransactions } });
    const found = () => client.call('GET', '/BankTransactions').json.BankTransactions.length;
    expect([put.after, found()]).toEqual([10_000, 0]);
    client.clock.advance(10_000);
    expect(found()).toBe(20);
  });
});
