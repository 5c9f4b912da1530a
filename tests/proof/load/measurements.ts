/** The heap of the product after a collection. */
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../../support/command.ts';

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

/** A collection leaves what calls and jobs hold at that moment, up to 70 MB, so the least of several counts. */
const COLLECTIONS = sized(6, 1);
const APART_MS = 2000;

/** Returns the bytes that a probed process's heap keeps. */
export async function heapOf(processId: number, heapFile: string): Promise<number> {
  let least = await heapNow(processId, heapFile);
  for (let more = 1; more < COLLECTIONS; more++) {
    await sleep(APART_MS);
    least = Math.min(least, await heapNow(processId, heapFile));
  }
  return least;
}

async function heapNow(processId: number, heapFile: string): Promise<number> {
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
