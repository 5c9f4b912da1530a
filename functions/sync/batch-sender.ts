/** Sends work on schedules to the queue, the schedules of one Xero organisation together, since they share calls. */
import type * as z from 'zod';
import type { TimerRun } from '../access/job-handler.ts';
import type { Queue, QueueMessage } from '../services/queue.ts';
import { type PostingMessage, SCHEDULES_TOGETHER } from '../api/jobs.ts';

export interface WorkItem {
  readonly scheduleId: string;
  /** The queue's message group: the Xero organisation, or the entity while it has none. */
  readonly group: string;
  /** True when the last attempt ended without a result. It may end its worker again, so it gets its own message. */
  readonly isAlone: boolean;
}

type Body = z.input<typeof PostingMessage>;

/** The number of buffered schedules beyond which all are sent. */
const MAX_BUFFERED = 100_000;

/** Sends work items of one kind, in messages that are as full as possible. */
export class BatchSender {
  readonly #queue: Pick<Queue, 'send'>;
  readonly #run: TimerRun;
  readonly #kind: Body['kind'];
  readonly #buffered = new Map<string, string[]>();
  #count = 0;
  #sent = 0;

  constructor(queue: Pick<Queue, 'send'>, run: TimerRun, kind: Body['kind']) {
    this.#queue = queue;
    this.#run = run;
    this.#kind = kind;
  }

  /** Buffers items, and sends those that fill a message. */
  async add(items: readonly WorkItem[]): Promise<void> {
    const messages: QueueMessage[] = [];
    for (const { scheduleId, group, isAlone } of items) {
      if (isAlone) messages.push(this.#messageOf(group, [scheduleId]));
      else messages.push(...this.#buffer(group, scheduleId));
    }
    await this.#send(messages);
    if (this.#count > MAX_BUFFERED) await this.#sendBuffered();
  }

  /** Sends the rest. Returns the number of schedules sent in all. */
  async end(): Promise<number> {
    await this.#sendBuffered();
    return this.#sent;
  }

  #buffer(group: string, scheduleId: string): QueueMessage[] {
    const buffered = this.#buffered.get(group) ?? [];
    buffered.push(scheduleId);
    this.#buffered.set(group, buffered);
    this.#count++;
    if (buffered.length < SCHEDULES_TOGETHER) return [];
    this.#buffered.delete(group);
    this.#count -= buffered.length;
    return [this.#messageOf(group, buffered)];
  }

  async #sendBuffered(): Promise<void> {
    const messages = Array.from(this.#buffered, ([group, ids]) => this.#messageOf(group, ids));
    this.#buffered.clear();
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
