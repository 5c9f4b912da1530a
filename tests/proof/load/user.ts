/** A user under load, who looks at lists and schedules, previews, saves, syncs and reads reports, with pauses. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import type { Random } from '../../simulation/random.ts';
import { WORKED_EXAMPLE } from '../../support/contracts.ts';
import type { Organisation, Place } from './organisations.ts';

const PAUSE_MS = [2_000, 8_000] as const;
const SYNCED_TOGETHER = 3;
const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

export class User {
  readonly #call: RouteClient;
  /** The calls that succeeded. */
  calls = 0;
  readonly #organisation: Organisation;
  readonly #random: Random;
  readonly #seat: number;
  readonly #name: string;
  #number = 0;

  constructor(
    call: RouteClient,
    organisation: Organisation,
    { random, seat }: { readonly random: Random; readonly seat: number },
  ) {
    this.#call = (async (...given: Parameters<RouteClient>) => {
      const answer: unknown = await call(...given);
      this.calls++;
      return answer;
    }) as RouteClient;
    this.#organisation = organisation;
    this.#random = random;
    this.#seat = seat;
    this.#name = `User ${seat}`;
  }

  /** Works until the time is over. Failures go to `onFailure`, and the user goes on. */
  async work(until: number, canSync: boolean, onFailure: (error: unknown) => void): Promise<void> {
    await sleep(this.#random.between(0, PAUSE_MS[1]));
    const steps: readonly (() => Promise<void>)[] = [
      ...repeated(4, () => this.#listEntities()),
      ...repeated(6, () => this.#listSchedules()),
      ...repeated(7, () => this.#look()),
      ...repeated(2, () => this.#preview()),
      ...repeated(4, () => this.#save()),
      ...repeated(2, () => this.#readMessages()),
      ...repeated(1, () => this.#readReports()),
      ...repeated(canSync ? 4 : 0, () => this.#sync()),
    ];
    while (Date.now() < until) {
      await this.#random.pick(steps)().catch(onFailure);
      await sleep(this.#random.between(...PAUSE_MS));
    }
  }

  #place(): Place {
    return this.#random.pick(this.#organisation.places);
  }

  async #listEntities(): Promise<void> {
    await this.#call('GET /v1/entities');
  }

  async #listSchedules(): Promise<void> {
    const { entityId } = this.#place();
    await this.#call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  }

  async #look(): Promise<void> {
    await this.#call(`GET ${SCHEDULE}`, { params: this.#place() });
  }

  async #preview(): Promise<void> {
    const body = { kind: 'extra-repayment', date: '2025-12-15', amount: 50, keep: 'payment' } as const;
    await this.#call(`POST ${SCHEDULE}/events/preview`, { params: this.#place(), body });
  }

  /** Creates and renames a schedule; every third one is deleted. In a full entity, renames the user's own one. */
  async #save(): Promise<void> {
    const { isFull, places } = this.#organisation;
    const number = ++this.#number;
    const description = `${this.#name}, ${number}`;
    if (isFull) return this.#rename(places[this.#seat % places.length], description);
    const { entityId } = this.#place();
    const body = { ...WORKED_EXAMPLE, description };
    const { id } = await this.#call('POST /v1/entities/{entityId}/schedules', { params: { entityId }, body });
    const params = { entityId, scheduleId: id };
    await this.#rename(params, `${description}, renamed`);
    if (number % 3 === 0) await this.#call(`DELETE ${SCHEDULE}`, { params });
  }

  async #rename(params: Place | undefined, description: string): Promise<void> {
    if (params) await this.#call(`PATCH ${SCHEDULE}`, { params, body: { description } });
  }

  async #readMessages(): Promise<void> {
    await this.#call('GET /v1/messages');
  }

  async #readReports(): Promise<void> {
    await this.#call('GET /v1/forecast');
    await this.#call('GET /v1/reports/loans');
  }

  async #sync(): Promise<void> {
    const { linked } = this.#organisation;
    if (!linked) return;
    const { schedulePayments } = await this.#call(`GET ${SCHEDULE}`, { params: linked });
    const open = schedulePayments.filter(({ xeroSynchronized }) => !xeroSynchronized);
    const SyncSchedulePayments = open.slice(0, SYNCED_TOGETHER).map(({ id }) => id);
    if (SyncSchedulePayments.length === 0) return;
    await this.#call(`PUT ${SCHEDULE}/sync/xero/payments`, {
      params: linked,
      body: { SyncSchedulePayments },
    });
  }
}

const repeated = <Item>(times: number, item: Item): Item[] => Array.from({ length: times }, () => item);
