/** The parts that forms share, without the product. */
import { expect, test } from '@playwright/test';
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
