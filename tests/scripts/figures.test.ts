import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES, figuresPage } from '../support/figures.ts';

describe('the table of figures', () => {
  it.each(Object.entries(FIGURES))('names a command that exists: %s', (_name, { command }) => {
    expect(existsSync(`tests/${command.replace(' -- ', '/')}.ts`)).toBe(true);
  });

  it('shows the worst measurement of a run beside its limit, and what is outside', () => {
    const measurements = [
      { name: 'wrongRates', value: 0 },
      { name: 'packTime', value: 12 },
      { name: 'packTime', value: 4 },
      { name: 'packMemory', value: 400 },
      { name: 'packMemory', value: 600 },
    ] as const;
    const page = figuresPage(readFileSync('docs/figures.md', 'utf8'), measurements, new Date(0));
    expect(page).toContain('Measured on 1970-01-01');
    expect(page).toMatch(/pack of 4,000 loans, processor time +\| 12 s +\| for comparison/);
    expect(page).toMatch(/pack of 4,000 loans, memory +\| 600 MB \(outside\) +\| at most 512 MB/);
    expect(page).toMatch(/wrong rates.*\| 0 rates +\| at most 0 rates/);
    expect(page).toMatch(/posting a due payment +\| – +\|/);
  });

  it('has no limit on a time that the machine decides', () => {
    const times = Object.entries(FIGURES).filter(
      ([, { title, unit }]) => /^ (?:µs|ms|s)$/.test(unit) && !title.includes('virtual time'),
    );
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter(([, figure]) => 'atMost' in figure || 'atLeast' in figure)).toEqual([]);
  });

  it('replaces the table of an earlier run', () => {
    const before = readFileSync('docs/figures.md', 'utf8');
    const once = figuresPage(before, [], new Date(0));
    expect(figuresPage(once, [], new Date(0))).toBe(once);
  });
});
