/** The local product under a clock that is set forward while it is down. */
import { newDataDir, type Product, RAISED_LIMITS, startProduct } from '../../support/local-product.ts';

/** The product looks at its timers every minute; under this clock every second, so that minutes pass in seconds. */
const CLOCK = `
  const Real = Date;
  const every = globalThis.setInterval;
  const shift = Number(process.env.CLOCK_SHIFT);
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given); }
    static now() { return Real.now() + shift; }
  };
  globalThis.setInterval = (run, ms, ...rest) => every(run, ms === 60_000 ? 1_000 : ms, ...rest);`;

export class ClockedProduct {
  #product: Product;
  #shift = 0;

  private constructor(product: Product) {
    this.#product = product;
  }

  static async start(): Promise<ClockedProduct> {
    return new ClockedProduct(await start(newDataDir(), 0));
  }

  get places(): Product {
    return this.#product;
  }

  /** Kills the process and starts another one on its data, so many milliseconds later. */
  async restart(laterMs: number): Promise<void> {
    const { port, dataDir } = this.#product;
    await this.#product.stop('SIGKILL');
    this.#shift += laterMs;
    this.#product = await start(dataDir, this.#shift, port);
  }
}

function start(dataDir: string, shift: number, port?: number): Promise<Product> {
  const environment = {
    ...RAISED_LIMITS,
    CLOCK_SHIFT: String(shift),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
  };
  return startProduct({ dataDir, environment, ...(port !== undefined && { port }) });
}
