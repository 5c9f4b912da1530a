/** Work on schedules as messages of the queue: those of one Xero organisation together, since they share calls to it. */
import type * as z from 'zod';
import type { TimerRun } from '../lib/job-handler.ts';
import type { Queue, QueueMessage } from '../services/queue/port.ts';
import { type PostingMessage, SCHEDULES_TOGETHER } from './jobs.ts';

/** Something to be done about a schedule. */
export interface Errand {
  readonly scheduleId: string;
  /** What must not be worked on twice at a time: a Xero organisation, or what will have one. */
  readonly group: string;
  /** Nobody told what became of it the last time: should it end its worker again, then nobody else's. */
  readonly isAlone: boolean;
}

type Body = z.input<typeof PostingMessage>;

/** Schedules kept until others of their organisation are found; beyond, all are sent. */
const MOST_KEPT = 100_000;

/** Sends errands of one kind, as many together as a message takes. */
export class Sender {
  readonly #queue: Pick<Queue, 'send'>;
  readonly #run: TimerRun;
  readonly #kind: Body['kind'];
  readonly #kept = new Map<string, string[]>();
  #count = 0;
  #sent = 0;

  constructor(queue: Pick<Queue, 'send'>, run: TimerRun, kind: Body['kind']) {
    this.#queue = queue;
    this.#run = run;
    this.#kind = kind;
  }

  /** Keeps errands, and sends those that make a full message. */
  async add(errands: readonly Errand[]): Promise<void> {
    const messages: QueueMessage[] = [];
    for (const { scheduleId, group, isAlone } of errands) {
      if (isAlone) messages.push(this.#messageOf(group, [scheduleId]));
      else messages.push(...this.#keep(group, scheduleId));
    }
    await this.#send(messages);
    if (this.#count > MOST_KEPT) await this.#sendKept();
  }

  /** Sends the rest; answers how many schedules there were in all. */
  async end(): Promise<number> {
    await this.#sendKept();
    return this.#sent;
  }

  #keep(group: string, scheduleId: string): QueueMessage[] {
    const kept = this.#kept.get(group) ?? [];
    kept.push(scheduleId);
    this.#kept.set(group, kept);
    this.#count++;
    if (kept.length < SCHEDULES_TOGETHER) return [];
    this.#kept.delete(group);
    this.#count -= kept.length;
    return [this.#messageOf(group, kept)];
  }

  async #sendKept(): Promise<void> {
    const messages = Array.from(this.#kept, ([group, ids]) => this.#messageOf(group, ids));
    this.#kept.clear();
    this.#count = 0;
    await this.#send(messages);
  }

  async #send(messages: readonly QueueMessage[]): Promise<void> {
    await this.#queue.send(messages);
    for (const { body } of messages) this.#sent += (body as Body).scheduleIds.length;
  }

  #messageOf(group: string, scheduleIds: string[]): QueueMessage {
    const { runId, today, isManual } = this.#run;
    const body: Body = { kind: this.#kind, scheduleIds, today, isManual };
    return { group, id: `${this.#kind}-${scheduleIds[0]}-${runId}`, body };
  }
}
