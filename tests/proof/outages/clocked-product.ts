/** The local product under a clock that the proof moves while it runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataDir, type Product, RAISED_LIMITS, startProduct } from '../../support/local-product.ts';

/** The product looks at its timers every minute; under this clock every second, so that an hour passes in seconds. */
const CLOCK = `
  const fs = process.getBuiltinModule('node:fs');
  const Real = Date;
  const every = globalThis.setInterval;
  let shift = 0;
  const read = () => { shift = Number(fs.readFileSync(process.env.CLOCK_FILE, 'utf8')); };
  read();
  process.on('SIGUSR2', read);
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given); }
    static now() { return Real.now() + shift; }
  };
  globalThis.setInterval = (run, ms, ...rest) => every(run, ms === 60_000 ? 1_000 : ms, ...rest);`;

const SIGNAL_MS = 500;

export class ClockedProduct {
  readonly #clockFile: string;
  #product: Product;
  #shift = 0;

  private constructor(product: Product, clockFile: string) {
    this.#product = product;
    this.#clockFile = clockFile;
  }

  static async start(): Promise<ClockedProduct> {
    const dataDir = newDataDir();
    const clockFile = join(dataDir, 'clock');
    writeFileSync(clockFile, '0');
    return new ClockedProduct(await start(dataDir, clockFile), clockFile);
  }

  get now(): number {
    return Date.now() + this.#shift;
  }

  get places(): Product {
    return this.#product;
  }

  /** Moves the clock, forwards or backwards. */
  async move(milliseconds: number): Promise<void> {
    this.#shift += milliseconds;
    writeFileSync(this.#clockFile, String(this.#shift));
    process.kill(this.#product.processId, 'SIGUSR2');
    await sleep(SIGNAL_MS);
  }

  /** Kills the process and starts another one on its data, so much later. */
  async restart(laterMs = 0): Promise<void> {
    const { port, dataDir } = this.#product;
    await this.#product.stop('SIGKILL');
    this.#shift += laterMs;
    writeFileSync(this.#clockFile, String(this.#shift));
    this.#product = await start(dataDir, this.#clockFile, port);
  }
}

function start(dataDir: string, clockFile: string, port?: number): Promise<Product> {
  const environment = {
    ...RAISED_LIMITS,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
  };
  return startProduct({ dataDir, environment, ...(port !== undefined && { port }) });
}
