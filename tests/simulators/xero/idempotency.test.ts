import { beforeEach, describe, expect, it } from 'vitest';
import { journal, openDesk, spend, type CallOptions, type Desk } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const post = (options: CallOptions) =>
  desk.call('PUT', '/BankTransactions?summarizeErrors=false', { body: spend(desk), ...options });
const posted = () => desk.call('GET', '/BankTransactions').json.BankTransactions.length;

describe('an idempotency key', () => {
  it('gives a repeat the first answer, and posts nothing', () => {
    const first = post({ key: 'k' });
    desk.clock.advance(6 * 60_000 - 1);
    expect(post({ key: 'k' }).text).toBe(first.text);
    expect(posted()).toBe(1);
  });

  it('is forgotten six minutes after its first call, however often it was used', () => {
    post({ key: 'k' });
    desk.clock.advance(5 * 60_000);
    post({ key: 'k' });
    desk.clock.advance(60_000);
    post({ key: 'k' });
    expect(posted()).toBe(2);
  });

  it('is refused with another body, address or method', () => {
    post({ key: 'k' });
    const refused = {
      status: 400,
      json: { Message: 'Idempotency Key: k is used with a different request.' },
    };
    expect(post({ key: 'k', body: spend(desk, { Reference: 'other' }) })).toMatchObject(refused);
    expect(desk.call('PUT', '/BankTransactions', { key: 'k', body: spend(desk) })).toMatchObject(refused);
    expect(
      desk.call('POST', '/BankTransactions?summarizeErrors=false', { key: 'k', body: spend(desk) }),
    ).toMatchObject(refused);
    expect(desk.call('PUT', '/ManualJournals', { key: 'k', body: journal(desk) })).toMatchObject(refused);
    expect(posted()).toBe(1);
  });

  it('of more than 128 characters is refused', () => {
    expect(post({ key: 'k'.repeat(128) }).status).toBe(200);
    expect(post({ key: 'k'.repeat(129) }).status).toBe(400);
  });

  it('remembers refusals too: what was wrong stays wrong under it', () => {
    const document = spend(desk, { LineItems: [] });
    const refused = desk.call('PUT', '/BankTransactions', { key: 'k', body: document });
    expect(refused.status).toBe(400);
    expect(desk.call('PUT', '/BankTransactions', { key: 'k', body: document }).text).toBe(refused.text);
  });

  it('remembers no call that was too much or not allowed', () => {
    expect(post({ key: 'k', token: 'guessed' }).status).toBe(401);
    for (let call = 1; call <= 60; call += 1) desk.call('GET', '/Organisation');
    expect(post({ key: 'k' }).status).toBe(429);
    desk.clock.advance(60_000);
    expect(post({ key: 'k' }).status).toBe(200);
    expect(posted()).toBe(1);
  });

  it('remembers an internal error that was told to stay', () => {
    desk.control('POST', 'faults', { rules: [{ kind: 'status', status: 500, times: 1, cached: true }] });
    expect(post({ key: 'k' }).status).toBe(500);
    expect(post({ key: 'k' }).status).toBe(500);
    desk.clock.advance(6 * 60_000);
    expect(post({ key: 'k' }).status).toBe(200);
  });

  it('lets a concurrent repeat wait for the first', () => {
    desk.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 4000, times: 1 }] });
    const first = post({ key: 'k' });
    desk.clock.advance(1000);
    const second = post({ key: 'k' });
    expect([first.after, second.after]).toEqual([4000, 3000]);
    expect(second.text).toBe(first.text);
    expect(posted()).toBe(1);
  });

  it('does nothing to reads', () => {
    desk.call('GET', '/Organisation', { key: 'k' });
    expect(post({ key: 'k' }).status).toBe(200);
  });
});
