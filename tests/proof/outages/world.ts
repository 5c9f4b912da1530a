/** A bookkeeper's organisation for the outages: schedules on auto sync, and the books in Xero that they must reach. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, businessDate } from '../../../domain/calendar.ts';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { control, signInTo } from '../../../scripts/local/product-client.ts';
import { type Credentials, loadSampleData } from '../../../scripts/local/sample-data.ts';
import { clientOf } from '../../support/local-product.ts';
import { type LinkedSchedule, type LinkedTerms, newLinkedSchedule } from '../../support/linked-schedule.ts';
import type { Answer, Answers } from './answers.ts';
import { wrongPostings } from './books.ts';
import type { Findings } from './findings.ts';
import { ClockedProduct } from './clocked-product.ts';

export const HOUR = 3_600_000;
/** Payments before auto sync is turned on, and the one of the day on which it is. */
const PAST_PAYMENTS = 3;
const POLL_MS = 1_000;
const MOST_HOURS = 5;

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

/** Fault rules of a simulator, the same for every request. */
export type Rule = Readonly<Record<string, unknown>>;

export class World {
  readonly product: ClockedProduct;
  readonly answers: Answers;
  readonly #credentials: Credentials;

  private constructor(product: ClockedProduct, answers: Answers, credentials: Credentials) {
    this.product = product;
    this.answers = answers;
    this.#credentials = credentials;
  }

  static async start(answers: Answers): Promise<World> {
    const product = await ClockedProduct.start();
    return new World(product, answers, await loadSampleData(product.places));
  }

  get findings(): Findings {
    return this.answers.findings;
  }

  async token(credentials = this.#credentials): Promise<string> {
    return (await signInTo(this.product.places.origin, credentials)).token;
  }

  owner(): Promise<RouteClient> {
    return clientOf(this.product.places, this.#credentials);
  }

  ask(scene: string, token: string | null, route: string, body?: unknown): Promise<Answer> {
    return this.answers.ask(scene, { origin: this.product.places.origin, token }, route, body);
  }

  /** Replaces the fault rules of a server; none: it works again. */
  async disturb(server: 'xero' | 'stripe' | 'console', rules: readonly Rule[] = []): Promise<void> {
    await control(`${this.product.places[server]}/_control/faults`, 'POST', { rules });
  }

  /** Creates a schedule with due payments in the linked entity. */
  async newSchedule(description: string, options: { readonly autoSync: boolean }): Promise<LinkedSchedule> {
    const terms: LinkedTerms = {
      description,
      startDate: addDays(businessDate(this.product.now), -7 * (PAST_PAYMENTS + 1)),
      paymentFrequency: 'weekly',
      loanAmount: 20_000,
      firstPaymentOnStartDate: false,
      schedulePaymentPlans: [{ number: 1, qty: 52, amount: 400 }],
    };
    return newLinkedSchedule(await this.owner(), terms, options);
  }

  /** Returns the ids of a schedule's payments until today. */
  async duePayments(params: LinkedSchedule): Promise<string[]> {
    const { schedulePayments } = await (await this.owner())(`GET ${SCHEDULE}`, { params });
    return schedulePayments.slice(0, PAST_PAYMENTS + 1).map(({ id }) => id);
  }

  async #isSynced(params: LinkedSchedule): Promise<boolean> {
    const { schedulePayments } = await (await this.owner())(`GET ${SCHEDULE}`, { params });
    return schedulePayments[PAST_PAYMENTS]?.xeroSynchronized === true;
  }

  /** Lets an hour pass, and waits for the timers' work until `isDone` or the time is over. */
  async hour(isDone: () => Promise<boolean>, seconds: number): Promise<boolean> {
    await this.product.move(HOUR);
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      if (await isDone()) return true;
      await sleep(POLL_MS);
    }
    return false;
  }

  /** Lets hours pass until auto sync has posted the payment of a schedule, without any other action. */
  async untilSynced(scene: string, params: LinkedSchedule): Promise<void> {
    for (let hour = 0; hour < MOST_HOURS; hour++) {
      if (await this.hour(() => this.#isSynced(params), 15)) return;
    }
    this.findings.add(`${scene}: auto sync has not posted the payment ${MOST_HOURS} h later`);
  }

  /** Deletes a schedule, which makes room in the plan. */
  async remove(scene: string, { entityId, scheduleId }: LinkedSchedule): Promise<void> {
    await this.ask(scene, await this.token(), `DELETE /v1/entities/${entityId}/schedules/${scheduleId}`);
  }

  async checkBooks(scene: string, params: LinkedSchedule): Promise<void> {
    const problems = await wrongPostings(this.product.places.xero, await this.owner(), params);
    for (const problem of problems) this.findings.add(`${scene}: ${problem}`);
  }
}
