import { beforeEach, describe, expect, it } from 'vitest';
import { journal, line, openDesk, refusal, spend, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const choose = (behaviour: Json) => desk.control('POST', 'behaviour', behaviour);
const LENIENT = { referenceFilter: 'exact', idempotencyScope: 'app', lineAccount: 'id', dayLimit: 5000 };

describe('the control call', () => {
  it('changes the named readings and keeps the others', () => {
    choose(LENIENT);
    const changed = { ...LENIENT, lineAccount: 'code', dayLimit: 1000 };
    expect(choose({ lineAccount: 'code', dayLimit: 1000 })).toEqual(changed);
    expect(desk.control('GET', 'behaviour')).toEqual(changed);
    expect(choose({})).toEqual(changed);
  });

  it('refuses an unknown field or value, naming it', () => {
    expect(choose({ dayLimit: 2000 }).message).toContain('dayLimit');
    expect(choose({ colour: 'blue' }).message).toContain('colour');
  });
});

describe('look-ups by Reference', () => {
  const found = (query: Readonly<Record<string, string>>) =>
    desk
      .call('GET', `/BankTransactions?${new URLSearchParams(query).toString()}`)
      .json.BankTransactions.map((each: Json) => each.Reference);

  beforeEach(() => {
    const BankTransactions = ['PD-1', 'PD-2'].map((Reference) => spend(desk, { Reference }));
    desk.call('PUT', '/BankTransactions', { body: { BankTransactions } });
  });

  it('find the document when Xero filters exactly', () => {
    choose({ referenceFilter: 'exact' });
    expect(found({ where: 'Reference=="PD-1"' })).toEqual(['PD-1']);
    expect(found({ Reference: 'PD-2' })).toEqual(['PD-2']);
    expect(found({ where: 'Type=="SPEND" AND Reference!="PD-1"' })).toEqual(['PD-2']);
  });

  it('match nothing, with status 200, when Xero ignores the field', () => {
    choose({ referenceFilter: 'nothing' });
    expect(found({ where: 'Reference=="PD-1"' })).toEqual([]);
    expect(found({ where: 'Reference != "PD-1"' })).toEqual([]);
    expect(found({ where: '"PD-1" == Reference' })).toEqual([]);
    expect(found({ where: 'Type=="SPEND" AND Reference.Contains("PD")' })).toEqual([]);
    expect(found({ Reference: 'PD-2' })).toEqual([]);
  });

  it('leave other comparisons of the filter alone', () => {
    choose({ referenceFilter: 'nothing' });
    expect(found({ where: 'Reference=="PD-1" OR Type=="SPEND"' })).toEqual(['PD-1', 'PD-2']);
    expect(found({ where: 'Type=="SPEND"' })).toEqual(['PD-1', 'PD-2']);
  });
});

describe('an idempotency key under a refreshed token', () => {
  const post = (token: string) =>
    desk.call('PUT', '/BankTransactions', { key: 'k', token, body: spend(desk) }).json.BankTransactions[0]
      .BankTransactionID;
  const refreshed = () =>
    desk.exchange({ grant_type: 'refresh_token', refresh_token: desk.refreshToken }).json.access_token;

  it('returns the first answer when keys belong to the app', () => {
    choose({ idempotencyScope: 'app' });
    expect(post(refreshed())).toBe(post(desk.token));
  });

  it('posts a duplicate when keys belong to the token', () => {
    choose({ idempotencyScope: 'token' });
    const first = post(desk.token);
    expect(post(desk.token)).toBe(first);
    expect(post(refreshed())).not.toBe(first);
    expect(post(desk.token)).toBe(first);
  });
});

describe('lines with AccountID alone', () => {
  const byId = (code: string) => ({ ...line(desk, code, 100), AccountCode: undefined });
  const withoutCodes = (document: Json) => ({
    ...document,
    JournalLines: document.JournalLines.map((each: Json) => ({ ...each, AccountCode: undefined })),
  });

  it('are accepted when Xero reads the id', () => {
    choose({ lineAccount: 'id' });
    expect(refusal(desk, 'BankTransactions', spend(desk, { LineItems: [byId('900')] }))).toEqual([]);
    expect(refusal(desk, 'ManualJournals', withoutCodes(journal(desk)))).toEqual([]);
  });

  it('are refused when Xero reads the code', () => {
    choose({ lineAccount: 'code' });
    const message = 'Account code must be specified';
    expect(refusal(desk, 'BankTransactions', spend(desk, { LineItems: [byId('900')] }))).toEqual([message]);
    expect(refusal(desk, 'ManualJournals', withoutCodes(journal(desk)))).toEqual([message, message]);
  });

  it('are booked by the code when both are sent and differ', () => {
    choose({ lineAccount: 'code' });
    const LineItems = [{ ...line(desk, '900', 100), AccountID: desk.account('437') }];
    const answer = desk.call('PUT', '/BankTransactions', { body: spend(desk, { LineItems }) });
    expect(answer.json.BankTransactions[0].LineItems[0].AccountCode).toBe('900');
  });

  it('are accepted for the bank account of a document, which needs no code', () => {
    choose({ lineAccount: 'code' });
    const usd = [...desk.core.state.records.accounts.values()].find(
      (each) => each.tenantId === desk.tenantId && each.code === null,
    );
    const document = spend(desk, { BankAccount: { AccountID: usd?.id } });
    expect(refusal(desk, 'BankTransactions', document)).toEqual([]);
  });
});
