import type { Stripe } from 'stripe';
import { html, page } from '../../html.ts';
import { ApiError, missing } from '../api-error.ts';
import type { Response } from '../api.ts';
import { declined, readTypedCard, saveCard } from '../cards.ts';
import { readBusinessDetails } from '../business-details.ts';
import { paySession, successUrl } from '../checkout.ts';
import { customerParam } from '../customers.ts';
import { rowOf } from '../endpoint.ts';
import { openInvoice } from '../invoices.ts';
import { afterConfirmation, chosenPrice, confirmUpdate, portalSubscription } from '../portal.ts';
import type { State, Transaction } from '../state.ts';
import { cancelAtPeriodEnd, withdrawCancellation, tryInvoice } from '../subscriptions.ts';
import { checkoutPage, closedCheckoutPage } from './checkout-page.ts';
import { overviewPage } from './overview-page.ts';
import { confirmPage, expiredPortalPage, portalPage } from './portal-page.ts';

const HOUR = 60 * 60;

/** Answers a browser: the pages and their forms. */
export function respondToBrowser(
  state: State,
  method: string,
  path: string,
  form: URLSearchParams,
): Response {
  try {
    const [, checkoutId] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
    if (checkoutId !== undefined) return checkout(state, method, checkoutId, form);

    const [, portalId, action = ''] = /^\/p\/session\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (portalId !== undefined) return portal(state, `${method} ${action}`, portalId, form);

    if (method === 'GET' && path === '/') return show(200, state.transact(overviewPage));
    throw missing('page', path);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(
      error.status,
      page(
        'Not possible',
        html`<h1>Not possible</h1>
          <p>${error.message}</p>`,
      ),
    );
  }
}

function checkout(state: State, method: string, id: string, form: URLSearchParams): Response {
  const session = state.transact((tx) => rowOf(tx, 'sessions', id));
  if (session.status === 'complete') return redirect(successUrl(session));
  if (session.status !== 'open') return show(410, closedCheckoutPage(session));

  const problem =
    method === 'POST'
      ? refusal(
          () =>
            void state.transact((tx) =>
              paySession(tx, session, readTypedCard(form), readBusinessDetails(form)),
            ),
        )
      : undefined;
  if (method === 'POST' && problem === undefined) return redirect(successUrl(session));
  return state.transact((tx) => show(problem === undefined ? 200 : 402, checkoutPage(tx, session, problem)));
}

function portal(state: State, call: string, id: string, form: URLSearchParams): Response {
  const session = state.transact((tx) => portalSession(tx, id));
  if (session.created + HOUR < state.now()) return show(410, expiredPortalPage(session));

  const action = actions[call];
  if (action) {
    const problem = refusal(() => state.transact((tx) => action(tx, session, form)));
    if (problem === undefined) {
      return redirect(call === 'POST switch' ? afterConfirmation(session) : `/p/session/${session.id}`);
    }
    return state.transact((tx) => show(402, portalOrConfirm(tx, session, form, problem)));
  }
  if (call === 'GET ' || call === 'GET switch') {
    return state.transact((tx) => show(200, portalOrConfirm(tx, session, form)));
  }
  throw missing('page', call);
}

type Action = (tx: Transaction, session: Stripe.BillingPortal.Session, form: URLSearchParams) => void;

/** The actions of the portal's forms. */
const actions: Readonly<Record<string, Action>> = {
  'POST cancel': (tx, session) => void cancelAtPeriodEnd(tx, current(tx, session)),
  'POST renew': (tx, session) => void withdrawCancellation(tx, current(tx, session)),
  'POST card': (tx, session, form) =>
    void saveCard(tx, customerParam(tx, session.customer), readTypedCard(form)),
  'POST switch': (tx, session, form) =>
    confirmUpdate(tx, session, chosenPrice(tx, session, form.get('price'))),
  'POST pay': (tx, session, form) => {
    const invoice = openInvoice(tx, form.get('invoice') ?? '');
    if (invoice.customer !== session.customer) throw missing('invoice', invoice.id);
    tryInvoice(tx, current(tx, session), invoice);
    if (tx.get('invoices', invoice.id)?.status !== 'paid') throw declined();
  },
};

function portalOrConfirm(
  tx: Transaction,
  session: Stripe.BillingPortal.Session,
  form: URLSearchParams,
  problem?: string,
): string {
  const isSwitch = session.flow !== null || form.has('price');
  return isSwitch
    ? confirmPage(tx, session, chosenPrice(tx, session, form.get('price')), problem)
    : portalPage(tx, session, problem);
}

function current(tx: Transaction, session: Stripe.BillingPortal.Session): Stripe.Subscription {
  const shown = portalSubscription(tx, session);
  if (!shown) throw missing('subscription', '');
  return shown;
}

function portalSession(tx: Transaction, id: string): Stripe.BillingPortal.Session {
  const found = tx.get('portalSessions', id);
  if (!found) throw missing('billing_portal.session', id);
  return found;
}

/** Runs an action and returns the message of a card error. */
function refusal(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'card_error') return error.message;
    throw error;
  }
}

function show(status: number, markup: string): Response {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: markup,
  };
}

function redirect(location: string): Response {
  return { status: 303, headers: { location }, body: '' };
}
