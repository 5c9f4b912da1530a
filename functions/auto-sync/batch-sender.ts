/** Sends work on schedules or registers to the queue, those of one Xero organisation together, since they share calls. */
import type * as z from 'zod';
import type { TimerRun } from '../access/job-handler.ts';
import type { Queue, QueueMessage } from '../services/queue.ts';
import { type PostingMessage, SCHEDULES_TOGETHER } from '../api/jobs.ts';

export interface WorkItem {
  /** Of the schedule or the register. */
  readonly id: string;
  /** The queue's message group: the Xero organisation, or the entity while it has none. */
  readonly group: string;
  /** Attempts in a row that ended without a result. The schedule may end its worker again. */
  readonly crashes?: number;
}

type Body = z.input<typeof PostingMessage>;

/**
 * Schedules per message by the crashes before, then one. In steps, since all schedules of a message count as crashed, and
 * each alone takes three calls to Xero of the 1,000 of a day.
 */
const TOGETHER = [SCHEDULES_TOGETHER, 50, 10];

/** The number of buffered schedules beyond which all are sent. */
const MAX_BUFFERED = 100_000;

/** Sends work items of one kind, in messages that are as full as possible. */
export class BatchSender {
  readonly #queue: Pick<Queue, 'send'>;
  readonly #run: TimerRun;
  readonly #kind: Body['kind'];
  /** By group and size of the message. */
  readonly #buffered = new Map<string, { readonly group: string; readonly ids: string[] }>();
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
    for (const item of items) messages.push(...this.#buffer(item));
    await this.#send(messages);
    if (this.#count > MAX_BUFFERED) await this.#sendBuffered();
  }

  /** Sends the rest. Returns the number of schedules or registers sent in all. */
  async end(): Promise<number> {
    await this.#sendBuffered();
    return this.#sent;
  }

  #buffer({ id, group, crashes = 0 }: WorkItem): QueueMessage[] {
    const size = TOGETHER[crashes] ?? 1;
    const key = `${group} ${size}`;
    const ids = this.#buffered.get(key)?.ids ?? [];
    ids.push(id);
    this.#buffered.set(key, { group, ids });
    this.#count++;
    if (ids.length < size) return [];
    this.#buffered.delete(key);
    this.#count -= ids.length;
    return [this.#messageOf(group, ids)];
  }

  async #sendBuffered(): Promise<void> {
    const messages = Array.from(this.#buffered.values(), ({ group, ids }) => this.#messageOf(group, ids));
    this.#buffered.clear();
    this.#count = 0;
    await this.#send(messages);
  }

  async #send(messages: readonly QueueMessage[]): Promise<void> {
    await this.#queue.send(messages);
    for (const { body } of messages) this.#sent += idsIn(body as Body).length;
  }

  #messageOf(group: string, ids: string[]): QueueMessage {
    const { runId, today, isManual } = this.#run;
    const kind = this.#kind;
    const body: Body =
      kind === 'journals'
        ? { kind, registerIds: ids, today, isManual }
        : { kind, scheduleIds: ids, today, isManual };
    return { group, id: `${kind}-${ids[0]}-${runId}`, body };
  }
}

const idsIn = (body: Body): readonly string[] =>
  body.kind === 'journals' ? body.registerIds : body.scheduleIds;
