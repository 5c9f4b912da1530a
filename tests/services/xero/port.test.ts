import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freezeJournal, freezePayment } from '../../../functions/services/xero/documents.ts';
import type { FrozenPayment, JournalDocument, XeroAccess } from '../../../functions/services/xero/port.ts';
import {
  access,
  accountId,
  consent,
  demoCompany,
  grant,
  stateOf,
  worldInProcess,
  worldOverHttp,
  type SimulatedOrganisation,
  type World,
} from './worlds.ts';

const worlds = [
  ['over HTTP through the SDK', worldOverHttp],
  ['in process on the core', worldInProcess],
] as const;

describe.each(worlds)('the port, %s', (_, createWorld) => {
  let world: World;
  let own: XeroAccess;
  let organisation: SimulatedOrganisation;

  beforeEach(async () => {
    world = await createWorld();
    own = await access(world);
    organisation = await demoCompany(world);
  });

  afterEach(() => world.close());

  async function payment(reference: string, date = '2025-02-15'): Promise<FrozenPayment> {
    const contact = await theContact();
    return freezePayment({
      reference,
      date,
      contactId: contact.id,
      bankAccountId: accountId(organisation, '090'),
      lines: [
        { description: 'Payment 1 of 60', accountId: accountId(organisation, '900'), cents: 100_000 },
        { description: 'Interest of payment 1', accountId: accountId(organisation, '437'), cents: 30_917 },
        { description: 'Interest of payment 1', accountId: accountId(organisation, '850'), cents: -30_917 },
      ],
    });
  }

  async function theContact() {
    const name = 'Ute, 2025';
    return (
      (await world.xero.findContact(own, name)) ?? world.xero.createContact(own, name, `contact-${name}`)
    );
  }

  function journal(token: string, date = '2025-01-15'): JournalDocument {
    return {
      narration: `Paydown - Opening Balances of "Ute", 2025 [${token}]`,
      date,
      lineAmountTypes: 'NoTax',
      lines: [
        {
          description: 'Asset',
          accountId: accountId(organisation, '730'),
          taxType: 'BASEXCLUDED',
          cents: 5_000_000,
        },
        {
          description: 'Loan',
          accountId: accountId(organisation, '900'),
          taxType: 'BASEXCLUDED',
          cents: -5_000_000,
        },
      ],
    };
  }

  describe('identity', () => {
    it('grants the organisation that was chosen, and says who chose it', async () => {
      const granted = await grant(world, 'entity', ['Harbour Street Bakery']);
      expect(granted.connections.map((each) => each.name)).toEqual(['Harbour Street Bakery']);
      expect(granted.profile).toEqual({
        givenName: 'Robin',
        surname: 'Hughes',
        email: 'robin.hughes@example.com',
      });
      expect(granted.tokens.expiresInSeconds).toBeGreaterThan(1790);
    });

    it('tells what was just connected from what the authorisation reaches', async () => {
      const granted = await grant(world, 'entity', ['Harbour Street Bakery']);
      const reached = await world.xero.connections(granted.tokens.accessToken);
      expect(reached.map((each) => each.name)).toEqual(['Demo Company (AU)', 'Harbour Street Bakery']);
    });

    it('signs somebody up without any organisation and without a refresh token', async () => {
      const granted = await grant(world, 'signup');
      expect(granted.connections).toEqual([]);
      expect(granted.tokens.refreshToken).toBe('');
      expect(granted.profile.email).toBe('robin.hughes@example.com');
    });

    it('gives the state back, also to who said no', async () => {
      const url = world.xero.authoriseUrl('entity', { state: 'state-2', nonce: 'n-1' });
      const location = await consent(world, url, { decision: 'deny' });
      expect(location.searchParams.get('error')).toBe('access_denied');
      expect(location.searchParams.get('state')).toBe('state-2');
    });

    it('redeems a code once', async () => {
      const location = await consent(world, world.xero.authoriseUrl('entity', { state: 's', nonce: 'n-1' }));
      const code = location.searchParams.get('code') ?? '';
      await world.xero.exchangeCode('entity', code, 'n-1');
      await expect(world.xero.exchangeCode('entity', code, 'n-1')).rejects.toMatchObject({
        kind: 'unauthorised',
      });
    });

    it('refuses a code that was issued for another consent', async () => {
      const url = world.xero.authoriseUrl('entity', { state: 's', nonce: 'of the attacker' });
      const code = (await consent(world, url)).searchParams.get('code') ?? '';
      await expect(world.xero.exchangeCode('entity', code, 'n-1')).rejects.toMatchObject({
        kind: 'unauthorised',
      });
    });

    it('rotates refresh tokens; the previous one works for half an hour', async () => {
      const { tokens } = await grant(world);
      const renewed = await world.xero.refresh(tokens.refreshToken);
      expect(renewed.refreshToken).not.toBe(tokens.refreshToken);
      await world.control('POST', 'clock', { advanceSeconds: 29 * 60 });
      await world.xero.refresh(tokens.refreshToken);
      await world.control('POST', 'clock', { advanceSeconds: 61 });
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unauthorised' });
      await world.xero.refresh(renewed.refreshToken);
    });

    it('is unauthorised with an expired access token, and again welcome after a refresh', async () => {
      const { tokens, connections } = await grant(world);
      const tenantId = connections[0]?.tenantId ?? '';
      await world.control('POST', 'clock', { advanceSeconds: 1801 });
      await expect(
        world.xero.organisation({ accessToken: tokens.accessToken, tenantId }),
      ).rejects.toMatchObject({ kind: 'unauthorised', answered: 401 });
      const { accessToken } = await world.xero.refresh(tokens.refreshToken);
      expect(await world.xero.organisation({ accessToken, tenantId })).toMatchObject({ baseCurrency: 'AUD' });
    });

    it('loses everything by a revocation', async () => {
      const { tokens } = await grant(world);
      await world.xero.revoke(tokens.refreshToken);
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unauthorised' });
      await expect(world.xero.organisation(own)).rejects.toMatchObject({ kind: 'unauthorised' });
    });

    it('loses one organisation by disconnecting it, and doing so twice is no error', async () => {
      const { tokens, connections } = await grant(world, 'entity', ['Harbour Street Bakery']);
      const { connectionId, tenantId } = connections[0] ?? { connectionId: '', tenantId: '' };
      const { accessToken } = tokens;
      await world.xero.disconnect(accessToken, connectionId);
      await world.xero.disconnect(accessToken, connectionId);
      await expect(world.xero.accounts({ accessToken, tenantId })).rejects.toMatchObject({
        kind: 'unauthorised',
        answered: 403,
      });
      expect(await world.xero.organisation(own)).toMatchObject({ name: 'Demo Company (AU)' });
    });
  });

  describe('the organisation', () => {
    it('tells the later of its two lock dates', async () => {
      expect((await world.xero.organisation(own)).lockDate).toBeNull();
      const { tenantId } = own;
      await world.control('PATCH', `organisations/${tenantId}`, {
        periodLockDate: '2025-03-31',
        endOfYearLockDate: '2024-06-30',
      });
      expect(await world.xero.organisation(own)).toEqual({
        name: 'Demo Company (AU)',
        shortCode: organisation.shortCode,
        baseCurrency: 'AUD',
        lockDate: '2025-03-31',
      });
    });

    it('lists accounts, those without a code and archived ones too', async () => {
      await world.control('PATCH', `documents/${accountId(organisation, '437')}`, { status: 'ARCHIVED' });
      const accounts = await world.xero.accounts(own);
      expect(accounts).toHaveLength(organisation.accounts.length);
      expect(accounts.find((each) => each.code === '437')).toMatchObject({ class: 'EXPENSE', active: false });
      expect(accounts.find((each) => each.name === 'US Dollar Account')).toMatchObject({
        code: null,
        type: 'BANK',
        currency: 'USD',
      });
      expect(accounts.find((each) => each.code === '610')).toMatchObject({ systemAccount: 'DEBTORS' });
      expect(accounts.find((each) => each.code === '429')).toMatchObject({
        systemAccount: null,
        currency: null,
        active: true,
      });
    });

    it('creates an account, and says in Xero’s words why it does not', async () => {
      const wanted = { code: '874.001', name: 'Ute - Payments remaining', type: 'CURRLIAB' } as const;
      const created = await world.xero.createAccount(own, wanted, 'account-1');
      expect(created).toMatchObject({ ...wanted, class: 'LIABILITY', active: true });
      await expect(world.xero.createAccount(own, wanted, 'account-2')).rejects.toMatchObject({
        kind: 'refused',
        title: 'Xero-Api',
        messages: ['Please enter a unique Name.', 'Please enter a unique Code.'],
      });
    });

    it('knows which classes a tax type applies to', async () => {
      const rates = await world.xero.taxRates(own);
      const rate = (taxType: string) => rates.find((each) => each.taxType === taxType);
      expect(rate('INPUT')).toMatchObject({ rate: 10, classes: ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY'] });
      expect(rate('OUTPUT')).toMatchObject({
        rate: 10,
        classes: ['ASSET', 'EQUITY', 'LIABILITY', 'REVENUE'],
      });
      expect(rate('GSTONIMPORTS')).toMatchObject({ rate: 0, classes: ['LIABILITY'] });
    });

    it('finds a contact whatever its capitals, but no archived one', async () => {
      expect(await world.xero.findContact(own, 'Ute "blue"')).toBeNull();
      const contact = await world.xero.createContact(own, 'Ute "blue"', 'contact-1');
      expect(await world.xero.findContact(own, 'UTE "BLUE"')).toEqual(contact);
      expect(await world.xero.findContact(own, 'Ute')).toBeNull();
      await world.control('PATCH', `documents/${contact.id}`, { status: 'ARCHIVED' });
      expect(await world.xero.findContact(own, 'Ute "blue"')).toBeNull();
      expect(await world.xero.getContact(own, contact.id)).toEqual({ ...contact, active: false });
      expect(await world.xero.getContact(own, '3f9ef8f1-0000-4000-8000-000000000000')).toBeNull();
    });

    it('knows which of some contacts are active', async () => {
      const names = ['Ute', 'Crane', 'Van'];
      const created = [];
      for (const name of names) created.push(await world.xero.createContact(own, name, `contact-${name}`));
      const [ute, crane, van] = created.map(({ id }) => id);
      await world.control('PATCH', `documents/${crane}`, { status: 'ARCHIVED' });
      const asked = [ute, crane, '3f9ef8f1-0000-4000-8000-000000000000'].map(String);
      expect(await world.xero.activeContacts(own, asked)).toEqual([ute]);
      expect(new Set(await world.xero.activeContacts(own, [...asked, String(van)]))).toEqual(
        new Set([ute, van]),
      );
    });

    it('refuses a second active contact of a name', async () => {
      await world.xero.createContact(own, 'Ute', 'contact-1');
      await expect(world.xero.createContact(own, 'ute', 'contact-2')).rejects.toMatchObject({
        kind: 'refused',
      });
    });
  });

  describe('payments', () => {
    it('post as money spent: the bank pays the sum of the lines', async () => {
      const [posted] = await world.xero.postPayments(own, [await payment('PD-1')], 'key-1');
      const { bankTransactions, balances } = await demoCompany(world);
      expect(posted).toEqual({ reference: 'PD-1', id: bankTransactions[0]?.['BankTransactionID'] });
      expect(bankTransactions).toHaveLength(1);
      expect(bankTransactions[0]).toMatchObject({
        Type: 'SPEND',
        DateString: '2025-02-15T00:00:00',
        LineAmountTypes: 'NoTax',
        Total: 1000,
        TotalTax: 0,
        IsReconciled: false,
      });
      expect(balances).toEqual({
        [accountId(organisation, '090')]: -1000,
        [accountId(organisation, '900')]: 1000,
        [accountId(organisation, '437')]: 309.17,
        [accountId(organisation, '850')]: -309.17,
      });
    });

    it('keep the good ones of a batch and name the bad ones', async () => {
      await world.control('PATCH', `organisations/${own.tenantId}`, { endOfYearLockDate: '2024-06-30' });
      const batch = [await payment('PD-1'), await payment('PD-2', '2024-06-30'), await payment('PD-3')];
      const posted = await world.xero.postPayments(own, batch, 'key-1');
      expect(posted).toEqual([
        { reference: 'PD-1', id: expect.any(String) },
        {
          reference: 'PD-2',
          errors: [
            'The document date cannot be before the end of year lock date, currently set at 30-Jun-2024',
          ],
        },
        { reference: 'PD-3', id: expect.any(String) },
      ]);
      expect((await demoCompany(world)).bankTransactions).toHaveLength(2);
    });

    it('go over the wire byte for byte as they were frozen, each time', async () => {
      const batch = [await payment('PD-1'), await payment('PD-2')];
      await world.control('POST', 'faults', { rules: [{ kind: 'drop-after', method: 'PUT', times: 1 }] });
      await expect(world.xero.postPayments(own, batch, 'key-1')).rejects.toMatchObject({
        kind: 'unavailable',
      });
      const posted = await world.xero.postPayments(own, batch, 'key-1');
      expect(posted.map((each) => 'id' in each)).toEqual([true, true]);

      const { requests } = await stateOf(world);
      const bodies = requests
        .filter((each) => each.idempotencyKey === 'key-1')
        .map((each) => each.requestBody);
      const [first, second] = batch;
      expect(bodies).toEqual(Array(2).fill(`{"BankTransactions":[${first?.json},${second?.json}]}`));
      expect((await demoCompany(world)).bankTransactions).toHaveLength(2);
    });

    it('are found again by their references, deleted ones too', async () => {
      const batch = await Promise.all(['PD-1', 'PD-2', 'PD-3'].map((reference) => payment(reference)));
      const [one, two] = await world.xero.postPayments(own, batch, 'key-1');
      const idOf = (posted: typeof one) => (posted && 'id' in posted ? posted.id : '');
      await world.control('PATCH', `documents/${idOf(two)}`, { status: 'DELETED' });
      expect(await world.xero.findPayments(own, ['PD-2', 'PD-1', 'PD-9'])).toEqual([
        { reference: 'PD-1', id: idOf(one), deleted: false },
        { reference: 'PD-2', id: idOf(two), deleted: true },
      ]);
    });

    it('are searched by 25 references at once, in an address that is not too long', async () => {
      const uuid = '3f9ef8f1-7a4e-4c8e-9d0b-1f2e3d4c5b6a';
      const references = Array.from({ length: 25 }, (_each, index) => `PD-${uuid}-${3000 + index}`);
      expect(await world.xero.findPayments(own, references)).toEqual([]);
      const { requests } = await stateOf(world);
      expect(requests.at(-1)?.path.length).toBeLessThan(2048);
      await expect(world.xero.findPayments(own, [...references, 'PD-1'])).rejects.toThrow('At most 25');
    });

    it('have an unknown outcome when a key comes back with another body', async () => {
      await world.xero.postPayments(own, [await payment('PD-1')], 'key-1');
      await expect(world.xero.postPayments(own, [await payment('PD-2')], 'key-1')).rejects.toMatchObject({
        kind: 'unavailable',
        answered: 400,
        cause: 'Idempotency Key: key-1 is used with a different request.',
      });
    });
  });

  describe('journals', () => {
    it('post at once, are found by their token and read by their id', async () => {
      const id = await world.xero.postJournal(own, freezeJournal(journal('oj-77aa')), 'key-1');
      expect(await world.xero.findJournal(own, 'oj-77aa')).toEqual({ id, deleted: false });
      expect(await world.xero.findJournal(own, 'oj-77ab')).toBeNull();
      expect(await world.xero.getJournal(own, id)).toEqual({ id, deleted: false });
      expect(await world.xero.getJournal(own, own.tenantId)).toBeNull();
      expect((await demoCompany(world)).balances).toEqual({
        [accountId(organisation, '730')]: 50_000,
        [accountId(organisation, '900')]: -50_000,
      });
    });

    it('are refused with the sentences that Xero has for it', async () => {
      const { lines, ...rest } = journal('oj-1');
      const onBank = lines.map((line, index) =>
        index === 0 ? { ...line, accountId: accountId(organisation, '090') } : line,
      );
      await expect(
        world.xero.postJournal(own, freezeJournal({ ...rest, lines: onBank }), 'key-1'),
      ).rejects.toMatchObject({
        kind: 'refused',
        messages: ["Account code '090' is not a valid code for this document."],
      });
      expect((await demoCompany(world)).manualJournals).toEqual([]);
    });

    it('are voided, twice if need be, and then found as deleted', async () => {
      const id = await world.xero.postJournal(own, freezeJournal(journal('oj-1')), 'key-1');
      await world.xero.voidJournal(own, id, 'key-2');
      await world.xero.voidJournal(own, id, 'key-3');
      const { requests } = await stateOf(world);
      expect(requests.filter((each) => each.method === 'POST' && each.tenantId !== null)).toHaveLength(1);
      expect(await world.xero.findJournal(own, 'oj-1')).toEqual({ id, deleted: true });
      expect((await demoCompany(world)).balances).toEqual({});
    });

    it('can’t be voided once their date is locked', async () => {
      const id = await world.xero.postJournal(own, freezeJournal(journal('oj-1')), 'key-1');
      await world.control('PATCH', `organisations/${own.tenantId}`, { periodLockDate: '2025-01-15' });
      await expect(world.xero.voidJournal(own, id, 'key-2')).rejects.toMatchObject({
        kind: 'refused',
        messages: ['The document date cannot be before the period lock date, currently set at 15-Jan-2025'],
      });
    });
  });

  describe('failures', () => {
    it.each([500, 502, 503, 504])('with status %i leave the outcome unknown', async (status) => {
      await world.control('POST', 'faults', { rules: [{ kind: 'status', status }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unavailable', answered: status });
    });

    it('by throttling say when to come back', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 429, retryAfter: 7 }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({
        kind: 'throttled',
        retryAfterSeconds: 7,
        status: 503,
      });
    });

    it('by a cut connection leave the outcome unknown, of a refresh too', async () => {
      const { tokens } = await grant(world);
      await world.control('POST', 'faults', { rules: [{ kind: 'drop-before' }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({
        kind: 'unavailable',
        answered: undefined,
      });
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(world.xero.connections(tokens.accessToken)).rejects.toMatchObject({ kind: 'unavailable' });
    });

    it('by an abort leave the outcome unknown', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 5000 }] });
      const signal = AbortSignal.timeout(20);
      await expect(world.xero.accounts({ ...own, signal })).rejects.toMatchObject({ kind: 'unavailable' });
    });

    it('by a revoked authorisation are unauthorised from then on', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'revoke', times: 1 }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unauthorised', answered: 401 });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unauthorised' });
    });

    it('never tell a token', async () => {
      const { tokens } = await grant(world);
      await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 503 }] });
      const calls = [
        () => world.xero.accounts({ ...own, accessToken: tokens.accessToken }),
        () => world.xero.refresh(tokens.refreshToken),
        () => world.xero.connections(tokens.accessToken),
      ];
      for (const call of calls) {
        const error: unknown = await call().catch((reason: unknown) => reason);
        expect(error).toMatchObject({ kind: 'unavailable', answered: 503 });
        const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
        expect(told).not.toContain(tokens.accessToken);
        expect(told).not.toContain(tokens.refreshToken);
      }
    });
  });
});
