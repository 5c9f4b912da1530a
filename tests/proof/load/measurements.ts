/** The heap of the product after a collection. */
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Writes the heap's size after a collection on SIGUSR2; with a leak planted, requests keep 20 KB each. */
const PROBE = `
  const fs = process.getBuiltinModule('node:fs');
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  const collect = process.getBuiltinModule('node:vm').runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    collect();
    fs.writeFileSync(process.env.HEAP_FILE, String(process.memoryUsage().heapUsed));
  });
  const kept = [];
  if (process.env.PLANTED_LEAK === 'yes') {
    const channel = process.getBuiltinModule('node:diagnostics_channel').channel('http.server.request.start');
    channel.subscribe(() => kept.push(new Array(2_500).fill(Math.random())));
  }`;

export function probeEnvironment(heapFile: string, isLeaking: boolean): Record<string, string> {
  return {
    HEAP_FILE: heapFile,
    PLANTED_LEAK: isLeaking ? 'yes' : 'no',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROBE)}`,
  };
}

/** Returns the bytes of a probed process's heap after a collection. */
export async function heapOf(processId: number, heapFile: string): Promise<number> {
  rmSync(heapFile, { force: true });
  process.kill(processId, 'SIGUSR2');
  for (;;) {
    await sleep(100);
    const bytes = Number(textOf(heapFile));
    if (bytes > 0) return bytes;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
