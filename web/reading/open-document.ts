/** Opens a lender's document in workers of its own: one parses the PDF, one reads its text. */
import type { Choices, Reading } from '../extraction/read-document.ts';
import { MAX_FILE_BYTES, typeOf } from './file-type.ts';
import type { Pdf } from './read-pdf.ts';
import type { Spreadsheet } from './read-spreadsheet.ts';
import type { ReadRegister, ToReader } from './reading-worker.ts';
import { Unreadable } from './unreadable.ts';

/** A document that was read; its workers live until it is closed. */
export interface OpenDocument {
  readonly file: File;
  readonly reading: Reading;
  /** The settings with which it was read. */
  readonly choices: Choices;
  /** Null for spreadsheets, which have no pages to draw. */
  readonly pdf: Pdf | null;
  /** Reads again with what a person chose. */
  readAgain(choices: Choices): Promise<Reading>;
  close(): void;
}

/** The page that is read now, of so many. */
export interface Progress {
  readonly page: number;
  readonly count: number;
}

interface Options {
  /** Kept in memory only. */
  readonly password: string | undefined;
  readonly choices: Choices;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

const TIME_LIMIT_MS = 20_000;

/**
 * Reads a file.
 * @throws Unreadable with the reason; also when time is over.
 * @throws DOMException AbortError when the signal aborts.
 */
export async function openDocument(file: File, options: Options): Promise<OpenDocument> {
  if (file.size > MAX_FILE_BYTES) throw new Unreadable('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = typeOf(bytes);
  if (type !== 'pdf' && type !== 'sheet') throw new Unreadable(type);
  const workers = new Workers();
  try {
    const read = type === 'pdf' ? readPdf(bytes, workers, options) : readSheet(bytes, workers, options);
    const { reading, pdf } = await limited(read, options.signal);
    if (reading.outcome !== 'read') throw new Unreadable(reading.outcome);
    return {
      file,
      reading,
      choices: options.choices,
      pdf,
      readAgain: (choices) => workers.ask<Reading>({ choices }),
      close: () => workers.end(),
    };
  } catch (error) {
    workers.end();
    options.signal.throwIfAborted();
    throw error instanceof Unreadable ? error : new Unreadable('damaged');
  }
}

/**
 * The sheets of a spreadsheet; null for a PDF. The file is read in a worker of its own.
 * @throws Unreadable with the reason; also when time is over.
 */
export async function openSpreadsheet(file: File): Promise<Spreadsheet | null> {
  if (file.size > MAX_FILE_BYTES) throw new Unreadable('too-large');
  const register = new Uint8Array(await file.arrayBuffer());
  const type = typeOf(register);
  if (type === 'pdf') return null;
  if (type !== 'sheet') throw new Unreadable(type);
  const workers = new Workers();
  try {
    const work = workers.ask<ReadRegister>({ register });
    const answer = await limited(work, new AbortController().signal);
    if ('outcome' in answer) throw new Unreadable(answer.outcome);
    return answer.spreadsheet;
  } finally {
    workers.end();
  }
}

/** The workers of one document. */
class Workers {
  readonly #reader = new Worker(new URL('reading-worker.ts', import.meta.url), { type: 'module' });
  #parser: Worker | undefined;

  parser(address: string): Worker {
    this.#parser = new Worker(address, { type: 'module' });
    return this.#parser;
  }

  send(message: ToReader): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    this.#reader.postMessage(message);
  }

  /** Resolves with the reader's next answer. */
  ask<Answer extends Reading | ReadRegister>(message: ToReader): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#reader.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), {
        once: true,
      });
      this.#reader.addEventListener('error', () => reject(new Unreadable('damaged')), { once: true });
      this.send(message);
    });
  }

  end(): void {
    this.#reader.terminate();
    this.#parser?.terminate();
  }
}

interface Read {
  readonly reading: Reading;
  readonly pdf: Pdf | null;
}

async function readPdf(
  bytes: Uint8Array,
  workers: Workers,
  { password, choices, onProgress }: Options,
): Promise<Read> {
  const { openPdf, parserAddress } = await import('./open-pdf.ts');
  const pdf = await openPdf(bytes, password, workers.parser(parserAddress));
  let page = 0;
  for await (const items of pdf.pages()) {
    page += 1;
    onProgress({ page, count: pdf.count });
    workers.send({ page: items });
  }
  return { reading: await workers.ask<Reading>({ choices }), pdf };
}

async function readSheet(sheet: Uint8Array, workers: Workers, { choices }: Options): Promise<Read> {
  workers.send({ sheet });
  return { reading: await workers.ask<Reading>({ choices }), pdf: null };
}

/** Rejects when time is over or the signal aborts; the caller then ends the workers. */
async function limited<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let timer = 0;
  const end = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Unreadable('time-limit')), TIME_LIMIT_MS);
    signal.addEventListener('abort', () => reject(new Unreadable('damaged')), { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
