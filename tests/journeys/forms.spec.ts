/** The parts that forms share, without the product. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { mount } from './mount.ts';

/** Page A sends a call and is left for page B, where something is typed. `answer()` answers the call. */
const LATE_ANSWER = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Route, Router, useLocation } from 'wouter';
  import { useGuardedLocation, useLeave, useUnsavedChanges } from './web/ui/unsaved.ts';
  const { promise, resolve } = Promise.withResolvers();
  window.answer = resolve;
  window.released = 0;
  function A() {
    const [, navigate] = useLocation();
    const leave = useLeave();
    const save = () => promise.then(() => leave(() => navigate('/saved')));
    return h('p', null, 'Page A', h('button', { onClick: save }, 'Save'),
      h('button', { onClick: () => navigate('/b') }, 'Go on'));
  }
  function B() {
    const [text, setText] = useState('');
    useUnsavedChanges(text !== '', () => { window.released += 1; });
    return h('p', null, 'Page B', h('input', { value: text, onChange: (event) => setText(event.target.value) }));
  }
  createRoot(document.querySelector('#app')).render(
    h(Router, { hook: useGuardedLocation },
      h(Route, { path: '/' }, h(A)), h(Route, { path: '/b' }, h(B)), h(Route, { path: '/saved' }, 'Saved')),
  );
`;

test('an answer leads on from the page that asked', async ({ page }) => {
  await mount(page, LATE_ANSWER);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.evaluate('answer()');
  await expect(page.getByText('Saved')).toBeVisible();
});

test('an answer that comes after its page was left changes nothing on the page shown', async ({ page }) => {
  await mount(page, LATE_ANSWER);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('textbox').fill('Typed since');
  await page.evaluate('answer()');
  await page.evaluate('new Promise((done) => setTimeout(done))');
  await expect(page).toHaveURL(/\/b$/);
  expect(await page.evaluate('released')).toBe(0);
});

/** A form with an optional amount; `sent` lists the amounts that were sent. */
const OPTIONAL_AMOUNT = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { parseMoneyInput } from './domain/money-input.ts';
  import { MoneyField } from './web/ui/money-field.tsx';
  import { useSubmit } from './web/ui/use-submit.ts';
  window.sent = [];
  function App() {
    const [value, onChange] = useState('');
    const { form } = useSubmit({ send: async () => void window.sent.push(parseMoneyInput(value) ?? null), onFailure() {} });
    return h('form', form, h(MoneyField, { label: 'Fee', optional: true, value, onChange }), h('button', null, 'Save'));
  }
  createRoot(document.querySelector('#app')).render(h(App));
`;

test('an optional amount that can’t be read is explained and stops the form', async ({ page }) => {
  await mount(page, OPTIONAL_AMOUNT);
  const fee = page.getByLabel('Fee');
  const problem = page.getByRole('alert');
  for (const text of ['abc', '1.2.3', '1,0']) {
    await fee.fill(text);
    await fee.press('Enter');
    expect(await page.evaluate('sent')).toEqual([]);
    await expect(problem).toHaveText('Enter digits and one dot, such as 1000.50.');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.evaluate('sent')).toEqual([]);
    await expect(fee).toBeFocused();
    await expect(problem).toBeVisible();
  }
  await fee.fill('1,000');
  await fee.press('Enter');
  await fee.fill('');
  await fee.press('Enter');
  expect(await page.evaluate('sent')).toEqual([100_000, null]);
});

/** A form whose initial values come from the cache. `reload(start)` brings what the service has by now. */
const KEPT_DRAFT = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { useKeptDraft } from './web/ui/kept-draft.tsx';
  function App() {
    const [start, reload] = useState({ name: 'Truck', amount: '50000.00' });
    window.reload = reload;
    const { draft, setDraft, notice } = useKeptDraft(start);
    const field = (name) =>
      h('input', { 'aria-label': name, value: draft[name], onChange: (event) => setDraft({ ...draft, [name]: event.target.value }) });
    return h('div', null, notice, field('name'), field('amount'));
  }
  createRoot(document.querySelector('#app')).render(h(App));
`;

test('a draft follows the stored values, and says where it replaces a change of another user', async ({
  page,
}) => {
  await mount(page, KEPT_DRAFT);
  const [name, amount] = [page.getByLabel('name'), page.getByLabel('amount')];
  const warning = page.getByText('What you have typed was changed by another user');
  await page.evaluate(`reload({ name: 'Digger', amount: '50000.00' })`);
  await expect(name).toHaveValue('Digger');
  await name.fill('Digger 2');
  await page.evaluate(`reload({ name: 'Digger', amount: '48000.00' })`);
  await expect(amount).toHaveValue('48000.00');
  await expect(name).toHaveValue('Digger 2');
  await expect(warning).toHaveCount(0);
  await page.evaluate(`reload({ name: 'Excavator', amount: '48000.00' })`);
  await expect(warning).toBeVisible();
  await expect(name).toHaveValue('Digger 2');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue('Excavator');
  await expect(warning).toHaveCount(0);
});

/** The adjusting journals of an entity. `answer()` answers the preview. */
const JOURNALS = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { beginSession } from './web/data/session.ts';
  import { AllJournalsSection } from './web/reports/all-journals-section.tsx';
  import { JournalSection } from './web/reports/journal-section.tsx';
  import { Questions } from './web/ui/confirm.tsx';
  window.fetch = async (url, { method, body }) => {
    if (url.endsWith('/preview')) await new Promise((done) => { window.answer = done; });
    if (url.endsWith('/v1/users')) return Response.json({ role: 'Owner' });
    if (method !== 'POST') return Response.json([]);
    if (!url.endsWith('/preview')) {
      window.posted = JSON.parse(body);
      const title = 'The journals have changed since the preview. Please preview them again.';
      return Response.json({ title }, { status: 409 });
    }
    const document = { kind: 'accrued-interest', date: '2026-06-30', narration: 'Accrued interest', lines: [],
      isReversal: false, xeroSynchronized: false, xeroUrl: null };
    const warnings = ['Of ' + JSON.parse(body).kinds.join(' and ')];
    return Response.json({ documents: [document], warnings, revision: 'shown' });
  };
  beginSession({ token: 'h.' + btoa(JSON.stringify({ sub: 'u', tenant: 't' })) + '.s', refreshToken: 'r' });
  window.show = (section) => createRoot(document.querySelector('#app')).render(h('div', null, section, h(Questions)));
  window.showOne = () => show(h(JournalSection, { query: { date: '2026-06-30', entityId: 'e' } }));
  window.showAll = () =>
    show(h(AllJournalsSection, { query: { date: '2026-06-30' }, loans: [{ entityId: 'e', entityName: 'Riverbend' }] }));
`;

test('the journals of an earlier choice are not shown, so they aren’t posted', async ({ page }) => {
  await mount(page, JOURNALS);
  await page.evaluate('showOne()');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForFunction('window.answer');
  const accrued = page.getByLabel('Accrued interest');
  await accrued.check();
  await page.evaluate('answer()');
  await expect(page.getByRole('button', { name: 'Preview' })).not.toHaveAttribute('data-loading', 'true');
  await expect(page.getByText('Of current-non-current', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Post to Xero' })).toBeDisabled();
  await accrued.uncheck();
  await expect(page.getByText('Of current-non-current', { exact: true })).toBeVisible();
});

for (const [shows, preview, post] of [
  ['showOne', 'Preview', 'Post to Xero'],
  ['showAll', 'Preview all 1 entity', 'Post 1 journal'],
] as const) {
  test(`journals are posted with the revision of their preview, by ${shows}`, async ({ page }) => {
    await mount(page, JOURNALS);
    await page.evaluate(`${shows}()`);
    await page.getByRole('button', { name: preview }).click();
    await page.waitForFunction('window.answer');
    await page.evaluate('answer()');
    await page.getByRole('button', { name: post }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click();
    await expect(page.getByText('The journals have changed since the preview.')).toBeVisible();
    expect(await page.evaluate('posted.revision')).toBe('shown');
  });
}

/** The reconciling items of an entity, of which the page has read one; another user has stored a second one since. */
const ITEMS = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { ReconcilingItems } from './web/ledger/reconciling-items.tsx';
  const item = (note) => ({ accountId: 'a', amount: -5, note, until: null });
  window.items = [item('First')];
  window.addSecond = () => window.items.push(item('Second'));
  window.fetch = async (url, { method, body }) => {
    if (method === 'PUT') window.items = JSON.parse(body).items;
    return Response.json({ items: window.items });
  };
  const accounts = [{ accountId: 'a', name: 'Loan', code: '' }];
  createRoot(document.querySelector('#app')).render(h(ReconcilingItems, { entityId: 'e', accounts, mayEdit: true }));
`;

test('a reconciling item is added to those that are stored by now', async ({ page }) => {
  await mount(page, ITEMS);
  const notes = (): Promise<unknown> => page.evaluate('items.map(({ note }) => note)');
  await expect(page.getByText('First')).toBeVisible();
  await page.evaluate('addSecond()');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.getByLabel('Amount').fill('12');
  await page.getByLabel('Note').fill('Third');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Third')).toBeVisible();
  expect(await notes()).toEqual(['First', 'Second', 'Third']);
  await page.getByRole('button', { name: 'Remove First' }).click();
  await expect(page.getByText('First')).toHaveCount(0);
  expect(await notes()).toEqual(['Second', 'Third']);
});

/** A form of a list that comes from the cache first. `reload(list)` brings what the service has by now. */
const HELD = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Held } from './web/setup/held.tsx';
  function App() {
    const [list, reload] = useState([]);
    window.reload = reload;
    return h(Held, { value: list }, (held) => held.length === 0 ? 'Nothing to set up' :
      held.map((name) => h('input', { key: name, type: 'checkbox', 'aria-label': name })));
  }
  createRoot(document.querySelector('#app')).render(h(App));
`;

test('the list of a form follows the service until the first choice, and stays from then on', async ({
  page,
}) => {
  await mount(page, HELD);
  await expect(page.getByText('Nothing to set up')).toBeVisible();
  await page.evaluate(`reload(['Truck', 'Trailer'])`);
  await page.getByLabel('Truck').check();
  await page.evaluate(`reload(['Trailer'])`);
  await page.evaluate('new Promise((done) => setTimeout(done))');
  await expect(page.getByLabel('Truck')).toBeChecked();
});

/** A dialog on a page that can be left. `refuse()` refuses the call that was sent last. */
const DIALOG = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { ApiError } from './web/data/problem.ts';
  import { TextDialog } from './web/ui/text-dialog.tsx';
  import { FormDialog } from './web/ui/dialog.tsx';
  import { Toasts } from './web/ui/toasts.tsx';
  const send = () => new Promise((_, reject) => {
    window.refuse = () => reject(new ApiError(409, { detail: 'This name is taken.' }));
  });
  function App() {
    const [shown, show] = useState(null);
    window.show = show;
    const onClose = () => show(null);
    return h('div', null, h(Toasts),
      shown === 'name' && h(TextDialog, { title: 'Rename', label: 'Name', submit: 'Save', failure: '', onSave: send, onClose }),
      shown === 'date' && h(FormDialog, { title: 'Paid late', submit: 'Save', onSubmit: send, onClose,
        secondary: { label: 'Paid on the due date', run: send } }));
  }
  createRoot(document.querySelector('#app')).render(h(App));
`;

async function sendName(page: Page): Promise<Locator> {
  await mount(page, DIALOG);
  await page.evaluate(`show('name')`);
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByLabel('Name').fill('Smith');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction('window.refuse');
  return dialog;
}

test('a dialog stays until its call is answered, and shows the refusal', async ({ page }) => {
  const dialog = await sendName(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.mouse.click(5, 5);
  await page.evaluate('refuse()');
  await expect(dialog.getByText('This name is taken.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a dialog stays until the call of its second action is answered', async ({ page }) => {
  await mount(page, DIALOG);
  await page.evaluate(`show('date')`);
  const dialog = page.getByRole('dialog', { name: 'Paid late' });
  await dialog.getByRole('button', { name: 'Paid on the due date' }).click();
  await page.waitForFunction('window.refuse');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Paid on the due date' })).toBeDisabled();
  await page.evaluate('refuse()');
  await expect(dialog.getByRole('button', { name: 'Paid on the due date' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the refusal of a dialog whose page was left is a toast', async ({ page }) => {
  const dialog = await sendName(page);
  await page.evaluate('show(null)');
  await expect(dialog).toHaveCount(0);
  await page.evaluate('refuse()');
  await expect(page.getByText('This name is taken.')).toBeVisible();
});

/** The tracking of an entity. `changeElsewhere()` stores another choice, as another user would. */
const TRACKING = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Route } from 'wouter';
  import { beginSession } from './web/data/session.ts';
  import { Toasts } from './web/ui/toasts.tsx';
  import { TrackingPage } from './web/xero/tracking-page.tsx';
  const category = (id) => ({ id, name: id, isArchived: false, options: [{ id: id + ' 1', name: id + ' 1', isArchived: false }] });
  const categories = [category('Division'), category('Vehicle')];
  window.stored = { tracking: [], lines: 'profit-and-loss', isRequired: false };
  let revision = 1;
  window.changeElsewhere = () => { stored = { ...stored, lines: 'all' }; revision += 1; };
  window.fetch = async (url, { method, body }) => {
    if (url.endsWith('/v1/users')) return Response.json({ role: 'Owner' });
    if (!url.endsWith('/tracking')) return Response.json({ id: 'e', name: 'Smith', hasXeroLink: true });
    if (method === 'PUT') {
      const sent = JSON.parse(body);
      if (sent.revision !== String(revision)) {
        return Response.json({ title: 'Conflict', detail: 'Changed elsewhere.' }, { status: 409 });
      }
      stored = { tracking: sent.tracking, lines: sent.lines, isRequired: sent.isRequired };
    }
    return Response.json({ categories, ...stored, revision: String(revision) });
  };
  beginSession({ token: 'h.' + btoa(JSON.stringify({ sub: 'u', tenant: 't' })) + '.s', refreshToken: 'r' });
  history.replaceState(null, '', '/entity/e/tracking');
  createRoot(document.querySelector('#app')).render(
    h('div', null, h(Toasts), h(Route, { path: '/entity/:entityId/tracking' }, h(TrackingPage))),
  );
`;

test('a refused form takes what was changed elsewhere, keeps what is typed, and can be saved again', async ({
  page,
}) => {
  await mount(page, TRACKING);
  await page.getByLabel('Required').check();
  await page.evaluate('changeElsewhere()');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed elsewhere.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Every line' })).toBeChecked();
  await expect(page.getByLabel('Required')).toBeChecked();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The tracking was saved.')).toBeVisible();
  expect(await page.evaluate('stored')).toEqual({ tracking: [], lines: 'all', isRequired: true });
});
