/** A process of the product on virtual time. Each call to the outside takes time, and the process may die at each. */
import type { Restore, XeroServices } from '../../functions/services/context.ts';
import type { ProtocolRules } from '../../domain/posting/protocol.ts';
import type { Xero } from '../../functions/services/xero/port.ts';
import { type Table, WriteRefused } from '../../functions/store/table.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The probabilities of faults at every step. */
export interface Weather {
  /** The process dies, before or after its call is carried out. */
  readonly death: number;
  /** The process stalls for up to twenty minutes. */
  readonly stall: number;
  /** The database fails, before or after it carries out the call. */
  readonly outage: number;
  /** The write conflicts with another transaction. */
  readonly conflict: number;
}

export const CALM: Weather = { death: 0, stall: 0, outage: 0, conflict: 0 };

/** The database did not answer. */
export class Outage extends Error {
  override readonly name = 'Outage';
}

const MINUTE = 60_000;

interface Outside {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly table: Table;
  readonly xero: Xero;
  readonly protocol: ProtocolRules;
  readonly restores: readonly Restore[];
}

export class Process {
  readonly services: XeroServices;
  readonly #outside: Outside;
  readonly #weather: Weather;
  /** The error of its clock in milliseconds. */
  readonly #skew: number;
  isAlive = true;

  constructor(outside: Outside, weather: Weather) {
    this.#outside = outside;
    this.#weather = weather;
    const { time, random, table, xero, protocol } = outside;
    this.#skew = weather === CALM ? 0 : random.between(-500, 500);
    this.services = {
      clock: { now: () => time.now() + this.#skew },
      ids: { uuid: () => random.uuid(), secret: () => random.uuid() },
      timers: {
        sleep: (milliseconds) => this.#callOutside(async () => {}, milliseconds),
        abortAfter: (milliseconds) => {
          const controller = new AbortController();
          time.after(milliseconds, () => controller.abort());
          return controller.signal;
        },
      },
      log: { info: () => {}, warn: () => {}, error: () => {} },
      origin: 'http://localhost:4000',
      protocol,
      restores: outside.restores,
      vault: { seal: async (text) => text, open: async (text) => text },
      table: this.#tableOf(table),
      xero: this.#xeroOf(xero),
    };
  }

  kill(): void {
    this.isAlive = false;
  }

  /**
   * Makes a call to the outside, which is carried out after a delay and answered after another. A dead process makes
   * no calls and gets no answers; the calls that it made before are still carried out.
   */
  #callOutside<Result>(done: () => Promise<Result>, milliseconds: number): Promise<Result> {
    const { time, random } = this.#outside;
    const { death, stall } = this.#weather;
    if (this.isAlive && random.chance(death / 2)) this.kill();
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return;
      if (random.chance(death / 2)) this.kill();
      const pause = random.chance(stall) ? random.between(0, 20 * MINUTE) : 0;
      const answer = (tell: () => void): void =>
        time.after(random.between(0, 5) + pause, () => {
          if (this.isAlive) tell();
        });
      time.after(milliseconds + random.between(0, 5), () => {
        done().then(
          (result) => answer(() => resolve(result)),
          (error: unknown) => answer(() => reject(error)),
        );
      });
    });
  }

  #tableOf(table: Table): Table {
    const { random } = this.#outside;
    const { outage, conflict } = this.#weather;
    const latency = (): number => (random.chance(0.02) ? random.between(50, 2_000) : random.between(1, 10));
    const read = <Result>(done: () => Promise<Result>): Promise<Result> =>
      this.#callOutside(async () => {
        if (random.chance(outage)) throw new Outage();
        return done();
      }, latency());
    const write = <Result>(done: () => Promise<Result>): Promise<Result> =>
      this.#callOutside(async () => {
        if (random.chance(outage / 2)) throw new Outage();
        if (random.chance(conflict))
          throw new WriteRefused([{ index: 0, reason: 'conflict', item: undefined }]);
        const result = await done();
        if (random.chance(outage / 2)) throw new Outage();
        return result;
      }, latency());
    return {
      get: (...asked) => read(() => table.get(...asked)),
      getMany: (...asked) => read(() => table.getMany(...asked)),
      query: (...asked) => read(() => table.query(...asked)),
      write: (...asked) => write(() => table.write(...asked)),
      transact: (...asked) => write(() => table.transact(...asked)),
    };
  }

  /**
   * The way to Xero never stalls, since the protocol cannot cover a call that arrives a quarter of an hour after it was
   * made. The answer may stall.
   */
  #xeroOf(xero: Xero): Xero {
    return new Proxy(xero, {
      get: (port, method: keyof Xero) => {
        const call = port[method] as (...given: unknown[]) => unknown;
        if (method === 'authoriseUrl') return call;
        return (...given: unknown[]) =>
          this.#callOutside(async () => call(...given), this.#outside.random.between(5, 300));
      },
    });
  }
}
