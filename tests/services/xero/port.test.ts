import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bankDocumentJson, journalJson } from '../../../functions/services/xero/documents.ts';
import type {
  XeroLine,
  FoundDocument,
  FrozenDocument,
  JournalDocument,
  XeroAccess,
  XeroTenantId,
} from '../../../functions/services/xero/port.ts';
import {
  access,
  accountId,
  consent,
  demoCompany,
  grant,
  stateOf,
  worldInProcess,
  worldOverHttp,
  clientAt,
  type SimulatedOrganisation,
  type World,
} from './worlds.ts';

/** A page of ours that documents link to. */
const PAGE = 'http://localhost:4000/entity/e/s';

const worlds = [
  ['over HTTP through the SDK', worldOverHttp],
  ['in process on the core', worldInProcess],
] as const;

it('tells the bytes of each answer', async () => {
  const world = await worldOverHttp();
  const read: number[] = [];
  const client = clientAt(world.origin, undefined, (bytes) => void read.push(bytes));
  const accounts = await client.accounts(await access(world));
  await world.close();
  expect(read).toHaveLength(1);
  expect(read[0]).toBeGreaterThan(accounts.length * 100);
});

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

  function line(code: string, description: string, cents: number): XeroLine {
    const taxType = 'BASEXCLUDED';
    return { description, accountId: accountId(organisation, code), accountCode: code, taxType, cents };
  }

  async function payment(
    reference: string,
    date = '2025-02-15',
    type: 'SPEND' | 'RECEIVE' = 'SPEND',
  ): Promise<FrozenDocument> {
    const contact = await theContact();
    const json = bankDocumentJson({
      type,
      reference,
      date,
      contactId: contact.id,
      bankAccountId: accountId(organisation, '090'),
      url: PAGE,
      lines: [
        line('900', 'Payment 1 of 60', 100_000),
        line('437', 'Interest of payment 1', 30_917),
        line('850', 'Interest of payment 1', -30_917),
      ],
    });
    return { reference, json };
  }

  async function theContact() {
    const name = 'Ute, 2025';
    return (
      (await world.xero.findContact(own, name)) ?? world.xero.createContact(own, name, `contact-${name}`)
    );
  }

  function journal(reference: string, date = '2025-01-15'): JournalDocument {
    return {
      narration: `Paydown - Opening Balances of "Ute", 2025 [${reference}]`,
      date,
      lineAmountTypes: 'NoTax',
      url: PAGE,
      lines: [line('730', 'Asset', 5_000_000), line('900', 'Loan', -5_000_000)],
    };
  }

  async function postJournal(reference: string, date?: string): Promise<FoundDocument> {
    const { narration, ...rest } = journal(reference, date);
    const document = { reference, json: journalJson({ narration, ...rest }) };
    const [posted] = await world.xero.createDocuments(own, 'MANUAL-JOURNAL', [document], `key-${reference}`);
    return { id: posted && 'id' in posted ? posted.id : '', text: narration, deleted: false };
  }

  describe('identity', () => {
    it('grants the chosen organisation and the profile of the user', async () => {
      const granted = await grant(world, 'entity', ['Harbour Street Bakery']);
      expect(granted.connections.map((each) => each.name)).toEqual(['Harbour Street Bakery']);
      expect(granted.profile).toEqual({
        givenName: 'Robin',
        surname: 'Hughes',
        email: 'robin.hughes@example.com',
      });
      expect(granted.tokens.expiresInSeconds).toBeGreaterThan(1790);
    });

    it('distinguishes the chosen organisations from all that the authorisation reaches', async () => {
      const granted = await grant(world, 'entity', ['Harbour Street Bakery']);
      const reached = await world.xero.connections(granted.tokens.accessToken);
      expect(reached.map((each) => each.name)).toEqual(['Demo Company (AU)', 'Harbour Street Bakery']);
    });

    it('signs a user up without an organisation and without a refresh token', async () => {
      const granted = await grant(world, 'signup');
      expect(granted.connections).toEqual([]);
      expect(granted.tokens.refreshToken).toBe('');
      expect(granted.profile.email).toBe('robin.hughes@example.com');
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

    it('rotates refresh tokens and accepts the previous one for half an hour', async () => {
      const { tokens } = await grant(world);
      const renewed = await world.xero.refresh(tokens.refreshToken);
      expect(renewed.refreshToken).not.toBe(tokens.refreshToken);
      await world.control('POST', 'clock', { advanceSeconds: 29 * 60 });
      await world.xero.refresh(tokens.refreshToken);
      await world.control('POST', 'clock', { advanceSeconds: 61 });
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unauthorised' });
      await world.xero.refresh(renewed.refreshToken);
    });

    it('rejects an expired access token until it is refreshed', async () => {
      const { tokens, connections } = await grant(world);
      const tenantId = connections[0]?.tenantId ?? ('' as XeroTenantId);
      await world.control('POST', 'clock', { advanceSeconds: 1801 });
      await expect(
        world.xero.organisation({ accessToken: tokens.accessToken, tenantId }),
      ).rejects.toMatchObject({ kind: 'unauthorised', answered: 401 });
      const { accessToken } = await world.xero.refresh(tokens.refreshToken);
      expect(await world.xero.organisation({ accessToken, tenantId })).toMatchObject({ baseCurrency: 'AUD' });
    });

    it('loses all access by a revocation', async () => {
      const { tokens } = await grant(world);
      await world.xero.revoke(tokens.refreshToken);
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unauthorised' });
      await expect(world.xero.organisation(own)).rejects.toMatchObject({ kind: 'unauthorised' });
    });

    it('loses one organisation by a disconnect, which may be repeated', async () => {
      const { tokens, connections } = await grant(world, 'entity', ['Harbour Street Bakery']);
      const { connectionId, tenantId } = connections[0] ?? {
        connectionId: '',
        tenantId: '' as XeroTenantId,
      };
      const { accessToken } = tokens;
      await world.xero.disconnect(accessToken, connectionId);
      await world.xero.disconnect(accessToken, connectionId);
      await expect(world.xero.accounts({ accessToken, tenantId })).rejects.toMatchObject({
        kind: 'forbidden',
        answered: 403,
      });
      expect(await world.xero.organisation(own)).toMatchObject({ name: 'Demo Company (AU)' });
    });

    it('lists the connections of every Xero user by the app’s own token, and removes one, also twice', async () => {
      const { connections, xeroUserId } = await grant(world, 'entity', ['Harbour Street Bakery']);
      const [connection] = connections;
      expect(xeroUserId).toEqual(expect.any(String));
      const token = await world.xero.appToken();
      const listed = await world.xero.connections(token);
      const bakery = listed.find(({ name }) => name === 'Harbour Street Bakery');
      expect(bakery).toMatchObject({ ...connection, updatedAt: expect.any(Number) });
      expect(Math.abs((bakery?.updatedAt ?? 0) - Date.now())).toBeLessThan(3_600_000);
      await world.xero.disconnect(token, connection?.connectionId ?? '');
      await world.xero.disconnect(token, connection?.connectionId ?? '');
      const left = (await world.xero.connections(token)).map(({ name }) => name);
      expect(left).toEqual(['Demo Company (AU)']);
    });

    it('opens no books by the app’s own token', async () => {
      const accessToken = await world.xero.appToken();
      await expect(world.xero.accounts({ ...own, accessToken })).rejects.toMatchObject({ answered: 401 });
    });
  });

  describe('the organisation', () => {
    it('returns the later of its two lock dates', async () => {
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
        edition: 'AU',
        lockDate: '2025-03-31',
        financialYearEnd: { month: 6, day: 30 },
      });
    });

    it('lists all accounts, including archived ones and those without a code', async () => {
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

    it('creates an account, and refuses with the sentences of Xero', async () => {
      const wanted = { code: '874.001', name: 'Ute - Payments remaining', type: 'CURRLIAB' } as const;
      const created = await world.xero.createAccount(own, wanted, 'account-1');
      expect(created).toMatchObject({ ...wanted, class: 'LIABILITY', active: true });
      await expect(world.xero.createAccount(own, wanted, 'account-2')).rejects.toMatchObject({
        kind: 'refused',
        title: 'Xero-Api',
        messages: ['Please enter a unique Name.', 'Please enter a unique Code.'],
      });
    });

    it('returns the classes that a tax type applies to', async () => {
      const rates = await world.xero.taxRates(own);
      const rate = (taxType: string) => rates.find((each) => each.taxType === taxType);
      expect(rate('INPUT')).toMatchObject({ rate: 10, classes: ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY'] });
      expect(rate('OUTPUT')).toMatchObject({
        rate: 10,
        classes: ['ASSET', 'EQUITY', 'LIABILITY', 'REVENUE'],
      });
      expect(rate('GSTONIMPORTS')).toMatchObject({ rate: 0, classes: ['LIABILITY'] });
    });

    it('finds an active contact whatever its capitals', async () => {
      expect(await world.xero.findContact(own, 'Ute "blue"')).toBeNull();
      const contact = await world.xero.createContact(own, 'Ute "blue"', 'contact-1');
      expect(await world.xero.findContact(own, 'UTE "BLUE"')).toEqual(contact);
      expect(await world.xero.findContact(own, 'Ute')).toBeNull();
      await world.control('PATCH', `documents/${contact.id}`, { status: 'ARCHIVED' });
      expect(await world.xero.findContact(own, 'Ute "blue"')).toBeNull();
      expect(await world.xero.getContact(own, contact.id)).toEqual({ ...contact, active: false });
      expect(await world.xero.getContact(own, '3f9ef8f1-0000-4000-8000-000000000000')).toBeNull();
    });

    it('returns the ids of active contacts', async () => {
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

  describe('bank transactions', () => {
    const search = { type: 'SPEND', from: '2025-02-15', to: '2025-02-15', contactId: null, page: 1 } as const;

    // Evidence for Xero rounding
    it('spend the sum of the lines from the bank account', async () => {
      const [posted] = await world.xero.createDocuments(own, 'SPEND', [await payment('PD-1')], 'key-1');
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
        Url: PAGE,
      });
      expect(balances).toEqual({
        [accountId(organisation, '090')]: -1000,
        [accountId(organisation, '900')]: 1000,
        [accountId(organisation, '437')]: 309.17,
        [accountId(organisation, '850')]: -309.17,
      });
    });

    it('receive money for documents of that type', async () => {
      const document = await payment('PD-1', '2025-02-15', 'RECEIVE');
      await world.xero.createDocuments(own, 'RECEIVE', [document], 'key-1');
      expect((await demoCompany(world)).balances).toMatchObject({
        [accountId(organisation, '090')]: 1000,
        [accountId(organisation, '900')]: -1000,
      });
      const { documents } = await world.xero.findDocuments(own, { ...search, type: 'RECEIVE' });
      expect(documents).toMatchObject([{ text: 'PD-1' }]);
      expect((await world.xero.findDocuments(own, search)).documents).toEqual([]);
    });

    it('keep the good ones of a batch and name the bad ones', async () => {
      await world.control('PATCH', `organisations/${own.tenantId}`, { endOfYearLockDate: '2024-06-30' });
      const batch = [await payment('PD-1'), await payment('PD-2', '2024-06-30'), await payment('PD-3')];
      const posted = await world.xero.createDocuments(own, 'SPEND', batch, 'key-1');
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

    it('go over the wire as they were frozen, in the same bytes each time', async () => {
      const batch = [await payment('PD-1'), await payment('PD-2')];
      await world.control('POST', 'faults', { rules: [{ kind: 'drop-after', method: 'PUT', times: 1 }] });
      const post = () => world.xero.createDocuments(own, 'SPEND', batch, 'key-1');
      await expect(post()).rejects.toMatchObject({ kind: 'unavailable' });
      const posted = await post();
      expect(posted.map((each) => 'id' in each)).toEqual([true, true]);

      const { requests } = await stateOf(world);
      const bodies = requests
        .filter((each) => each.idempotencyKey === 'key-1')
        .map((each) => each.requestBody);
      const [first, second] = batch;
      const [sent = '', repeated] = bodies;
      expect(repeated).toBe(sent);
      const frozen = `{"BankTransactions":[${first?.json},${second?.json}]}`;
      expect(JSON.parse(sent)).toEqual(JSON.parse(frozen));
      expect((await demoCompany(world)).bankTransactions).toHaveLength(2);
    });

    it('are found by type and dates, deleted ones too', async () => {
      const dated = [
        ['PD-1', '2025-02-14'],
        ['PD-2', '2025-02-15'],
        ['PD-3', '2025-02-16'],
        ['PD-4', '2025-02-17'],
      ] as const;
      const batch = await Promise.all(dated.map(([reference, date]) => payment(reference, date)));
      const posted = await world.xero.createDocuments(own, 'SPEND', batch, 'key-1');
      const [, two, three] = posted.map((each) => ('id' in each ? each.id : ''));
      await world.control('PATCH', `documents/${three}`, { status: 'DELETED' });
      const { documents, isLast } = await world.xero.findDocuments(own, { ...search, to: '2025-02-16' });
      expect(isLast).toBe(true);
      expect(documents.toSorted((a, b) => a.text.localeCompare(b.text))).toEqual([
        { id: two, text: 'PD-2', deleted: false },
        { id: three, text: 'PD-3', deleted: true },
      ]);
    });

    // Evidence for Xero modified-after
    it('are found by a change since an instant, of every date, deleted ones too', async () => {
      const early = await Promise.all(['PD-1', 'PD-2'].map((reference) => payment(reference)));
      const [one] = await world.xero.createDocuments(own, 'SPEND', early, 'key-1');
      const { body } = await world.control('POST', 'clock', { advanceSeconds: 60 });
      const since = new Date((body as { now: string }).now);
      await world.control('POST', 'clock', { advanceSeconds: 1 });
      const id = one && 'id' in one ? one.id : '';
      await world.control('PATCH', `documents/${id}`, { status: 'DELETED' });
      await world.xero.createDocuments(own, 'SPEND', [await payment('PD-3', '2019-07-01')], 'key-2');
      const changed = await world.xero.changedDocuments(own, { type: 'SPEND', since, page: 1 });
      expect(changed.isLast).toBe(true);
      const found = changed.documents.map(({ text, deleted }) => [text, deleted]);
      expect(Object.fromEntries(found)).toEqual({ 'PD-1': true, 'PD-3': false });
      const none = await world.xero.changedDocuments(own, { type: 'RECEIVE', since, page: 1 });
      expect(none.documents).toEqual([]);
    });

    it('are found for one contact only if a contact is given', async () => {
      await world.xero.createDocuments(own, 'SPEND', [await payment('PD-1')], 'key-1');
      const { id: contactId } = await theContact();
      const other = await world.xero.createContact(own, 'Crane', 'contact-2');
      const found = await world.xero.findDocuments(own, { ...search, contactId });
      expect(found.documents).toMatchObject([{ text: 'PD-1' }]);
      const none = await world.xero.findDocuments(own, { ...search, contactId: other.id });
      expect(none).toEqual({ documents: [], isLast: true });
    });

    it('have no further page after the last one', async () => {
      await world.xero.createDocuments(own, 'SPEND', [await payment('PD-1')], 'key-1');
      expect(await world.xero.findDocuments(own, { ...search, page: 2 })).toEqual({
        documents: [],
        isLast: true,
      });
    });

    it('are read by id and deleted, but not once they are reconciled', async () => {
      const batch = [await payment('PD-1'), await payment('PD-2')];
      const posted = await world.xero.createDocuments(own, 'SPEND', batch, 'key-1');
      const [one = '', two = ''] = posted.map((each) => ('id' in each ? each.id : ''));
      const document = { id: one, text: 'PD-1', deleted: false };
      expect(await world.xero.getDocument(own, 'SPEND', one)).toEqual(document);
      await world.xero.removeDocument(own, 'SPEND', document, 'key-2');
      expect(await world.xero.getDocument(own, 'SPEND', one)).toEqual({ ...document, deleted: true });
      expect(await world.xero.getDocument(own, 'SPEND', own.tenantId)).toBeNull();
      const { tenantId } = own;
      await world.control('POST', 'documents', { tenantId, documentId: two, action: 'reconcile' });
      const kept = { id: two, text: 'PD-2', deleted: false };
      await expect(world.xero.removeDocument(own, 'SPEND', kept, 'key-3')).rejects.toMatchObject({
        kind: 'refused',
      });
      expect(await world.xero.getDocument(own, 'SPEND', two)).toEqual(kept);
    });

    it('have an unknown outcome when a key comes back with another body', async () => {
      const post = async (reference: string) =>
        world.xero.createDocuments(own, 'SPEND', [await payment(reference)], 'key-1');
      await post('PD-1');
      await expect(post('PD-2')).rejects.toMatchObject({
        kind: 'unavailable',
        answered: 400,
        cause: 'Idempotency Key: key-1 is used with a different request.',
      });
    });
  });

  describe('journals', () => {
    const search = {
      type: 'MANUAL-JOURNAL',
      from: '2025-01-15',
      to: '2025-01-15',
      contactId: null,
      page: 1,
    } as const;

    it('are posted at once, found by date and read by id', async () => {
      const found = await postJournal('PD-1-OB1');
      const changed = { type: 'MANUAL-JOURNAL', since: new Date('2025-01-01'), page: 1 } as const;
      expect(await world.xero.changedDocuments(own, changed)).toMatchObject({
        documents: [found],
        isLast: true,
      });
      expect(await world.xero.findDocuments(own, search)).toEqual({ documents: [found], isLast: true });
      const before = { ...search, to: '2025-01-14', from: '2025-01-14' };
      expect((await world.xero.findDocuments(own, before)).documents).toEqual([]);
      expect(await world.xero.getDocument(own, 'MANUAL-JOURNAL', found.id)).toEqual(found);
      expect(await world.xero.getDocument(own, 'MANUAL-JOURNAL', own.tenantId)).toBeNull();
      expect((await demoCompany(world)).balances).toEqual({
        [accountId(organisation, '730')]: 50_000,
        [accountId(organisation, '900')]: -50_000,
      });
    });

    it('are refused with the sentences of Xero', async () => {
      const { lines, ...rest } = journal('PD-1-OB1');
      const onBank = lines.map((each, index) =>
        index === 0 ? { ...each, accountId: accountId(organisation, '090'), accountCode: '090' } : each,
      );
      const document = { reference: 'PD-1-OB1', json: journalJson({ ...rest, lines: onBank }) };
      expect(await world.xero.createDocuments(own, 'MANUAL-JOURNAL', [document], 'key-1')).toEqual([
        { reference: 'PD-1-OB1', errors: ["Account code '090' is not a valid code for this document."] },
      ]);
      expect((await demoCompany(world)).manualJournals).toEqual([]);
    });

    it('are voided, and then found as deleted', async () => {
      const found = await postJournal('PD-1-OB1');
      await world.xero.removeDocument(own, 'MANUAL-JOURNAL', found, 'key-2');
      const { documents } = await world.xero.findDocuments(own, search);
      expect(documents).toEqual([{ ...found, deleted: true }]);
      expect((await demoCompany(world)).balances).toEqual({});
    });

    it('stay when their date is locked', async () => {
      const found = await postJournal('PD-1-OB1');
      await world.control('PATCH', `organisations/${own.tenantId}`, { periodLockDate: '2025-01-15' });
      await expect(world.xero.removeDocument(own, 'MANUAL-JOURNAL', found, 'key-2')).rejects.toMatchObject({
        kind: 'refused',
        messages: ['The document date cannot be before the period lock date, currently set at 15-Jan-2025'],
      });
    });
  });

  describe('reads of the ledger', () => {
    async function post(type: 'SPEND' | 'RECEIVE', date: string): Promise<string> {
      const document = await payment('PD-1', date, type);
      const [posted] = await world.xero.createDocuments(own, type, [document], `${type}${date}`);
      if (!posted || !('id' in posted)) throw new Error(JSON.stringify(posted));
      return posted.id;
    }

    const balanceOf = async (code: string, date: string) => {
      const rows = await world.xero.trialBalance(own, date);
      return rows.find((row) => row.accountId === accountId(organisation, code));
    };

    const act = (documentId: string, action: string, changes?: object) =>
      world.control('POST', 'documents', { tenantId: own.tenantId, documentId, action, changes });

    it('returns the balances at a date, not the movement of its month', async () => {
      await post('SPEND', '2025-02-15');
      await post('SPEND', '2025-03-15');
      await post('RECEIVE', '2025-04-15');
      await postJournal('PD-1-OB1', '2025-04-20');
      expect(await balanceOf('900', '2025-01-31')).toBeUndefined();
      expect(await balanceOf('900', '2025-03-31')).toMatchObject({ cents: 200_000, label: 'Loan (900)' });
      expect((await balanceOf('900', '2025-04-30'))?.cents).toBe(100_000 - 5_000_000);
    });

    it('reads what documents say now, reconciled, edited and deleted ones too', async () => {
      const kept = await post('SPEND', '2025-02-15');
      const edited = await post('SPEND', '2025-03-15');
      const deleted = await post('SPEND', '2025-04-15');
      await act(kept, 'reconcile');
      await act(edited, 'edit', { date: '2025-03-18', amount: 700 });
      await act(deleted, 'delete');
      const { id: contactId } = await theContact();
      const search = { type: 'SPEND', from: '2025-01-01', to: '2025-12-31', page: 1 } as const;
      const page = await world.xero.readDocuments(own, { ...search, contactId });
      expect(page.isLast).toBe(true);
      const found = new Map(page.documents.map((document) => [document.id, document]));
      expect(found.get(kept)).toMatchObject({ reconciled: true, deleted: false, date: '2025-02-15' });
      expect(found.get(edited)).toMatchObject({ reconciled: false, date: '2025-03-18' });
      expect(found.get(edited)?.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(70_000);
      expect(found.get(deleted)).toMatchObject({ deleted: true });
      expect(await world.xero.readDocument(own, 'SPEND', edited)).toEqual(found.get(edited));
      expect(await world.xero.readDocument(own, 'SPEND', own.tenantId)).toBeNull();
    });

    it('reads journals with their lines, voided ones too', async () => {
      const { id, text } = await postJournal('PD-1-OB1');
      const search = { from: '2025-01-01', to: '2025-12-31', contactId: null, page: 1 };
      const page = await world.xero.readDocuments(own, { ...search, type: 'MANUAL-JOURNAL' });
      expect(page.documents).toMatchObject([{ id, text, bankAccountId: null, deleted: false }]);
      expect(page.documents[0]?.lines.map(({ cents }) => cents)).toEqual([5_000_000, -5_000_000]);
      await act(id, 'void');
      expect(await world.xero.readDocument(own, 'MANUAL-JOURNAL', id)).toMatchObject({ deleted: true });
    });

    it('tells a missing scope from a lost connection', async () => {
      const url = new URL(world.xero.authoriseUrl('entity', { state: 'state-2', nonce: 'n-2' }));
      const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
      expect(scopes).toContain('accounting.reports.trialbalance.read');
      url.searchParams.set('scope', scopes.filter((scope) => !scope.includes('reports')).join(' '));
      const code = (await consent(world, url.href)).searchParams.get('code') ?? '';
      const { tokens } = await world.xero.exchangeCode('entity', code, 'n-2');
      const limited = { ...own, accessToken: tokens.accessToken };
      await expect(world.xero.trialBalance(limited, '2025-06-30')).rejects.toMatchObject({
        kind: 'unscoped',
      });
      await expect(world.xero.accounts(limited)).resolves.not.toEqual([]);
    });

    it('tells a missing role from a missing scope', async () => {
      await world.control('PATCH', `organisations/${own.tenantId}`, { userRole: 'standard' });
      await expect(world.xero.trialBalance(own, '2025-06-30')).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('Ask for the role Adviser'),
      });
    });
  });

  describe('failures', () => {
    it.each([500, 502, 503, 504])('leave the outcome unknown with status %i', async (status) => {
      await world.control('POST', 'faults', { rules: [{ kind: 'status', status }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unavailable', answered: status });
    });

    it('return the pause that Xero asks for', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 429, retryAfter: 7 }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({
        kind: 'throttled',
        retryAfterSeconds: 7,
        status: 503,
      });
    });

    it('leave the outcome unknown if the connection is cut', async () => {
      const { tokens } = await grant(world);
      await world.control('POST', 'faults', { rules: [{ kind: 'drop-before' }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({
        kind: 'unavailable',
        answered: undefined,
      });
      await expect(world.xero.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(world.xero.connections(tokens.accessToken)).rejects.toMatchObject({ kind: 'unavailable' });
    });

    it('leave the outcome unknown if the call is aborted', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 5000 }] });
      const signal = AbortSignal.timeout(20);
      await expect(world.xero.accounts({ ...own, signal })).rejects.toMatchObject({ kind: 'unavailable' });
    });

    it('are `unauthorised` after the authorisation is revoked', async () => {
      await world.control('POST', 'faults', { rules: [{ kind: 'revoke', times: 1 }] });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unauthorised', answered: 401 });
      await expect(world.xero.accounts(own)).rejects.toMatchObject({ kind: 'unauthorised' });
    });

    it('are `forbidden` if the role of the connecting user does not allow manual journals', async () => {
      await world.control('PATCH', `organisations/${own.tenantId}`, { userRole: 'standard' });
      const document = { reference: 'PD-1-OB1', json: journalJson(journal('PD-1-OB1')) };
      const post = () => world.xero.createDocuments(own, 'MANUAL-JOURNAL', [document], 'key-1');
      await expect(post()).rejects.toMatchObject({ kind: 'forbidden', answered: 403 });
      await world.control('PATCH', `organisations/${own.tenantId}`, { userRole: 'adviser' });
      expect(await post()).toMatchObject([{ id: expect.any(String) }]);
    });

    it('contain no token', async () => {
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
