import { createServer } from 'node:net';

/** The ports of a local run, from the portal's port on. */
export interface Ports {
  readonly portal: number;
  readonly xero: number;
  readonly stripe: number;
  readonly console: number;
  readonly database: number;
}

/** @param isBehindVite during development Vite listens on the first port, and the portal on the sixth. */
export function portsFrom(first: number, isBehindVite = false): Ports {
  return {
    portal: isBehindVite ? first + 5 : first,
    xero: first + 1,
    stripe: first + 2,
    console: first + 3,
    database: first + 4,
  };
}

export async function takenPorts(ports: Ports): Promise<number[]> {
  const checked = await Promise.all(
    Object.values(ports).map(async (port: number) => ((await isFree(port)) ? [] : [port])),
  );
  return checked.flat();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
