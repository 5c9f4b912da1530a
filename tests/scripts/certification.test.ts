/** Points of Xero's certification that pages, documents and the tree itself meet. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');

/** The text of a page, without its tags and with single spaces. */
const words = (page: string): string => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const titleOf = (page: string): string => /<title>([^<]+)<\/title>/.exec(page)?.[1] ?? '';

describe('the app', () => {
  // Evidence for Xero name
  it('is named without the word Xero, in its package and in the titles of its pages', () => {
    const pages = ['web/index.html', ...globSync('web/public/*.html')].map((file) => titleOf(read(file)));
    const { name } = JSON.parse(read('package.json')) as { name: string };
    expect(pages.length).toBeGreaterThan(1);
    for (const one of [name, ...pages]) {
      expect(one).toMatch(/paydown/i);
      expect(one).not.toMatch(/xero/i);
    }
  });

  // Evidence for Xero training
  it('says in its privacy policy that Xero’s data serve the schedules only and train no model', () => {
    const policy = words(read('web/public/privacy.html'));
    expect(policy).toContain('Data from Xero are used for your schedules only.');
    expect(policy).toContain('No data trains a machine-learning model.');
  });

  // Evidence for Xero training
  it('names no server in its code but Xero’s and its own', () => {
    const files = globSync('{domain,functions,web}/**/*.{ts,tsx}');
    const hosts = files.flatMap((file) => read(file).match(/(?<=https?:\/\/)[\w.-]+\w/g) ?? []);
    expect(files.length).toBeGreaterThan(500);
    const others = hosts.filter((host) => !/(^|\.)xero\.com$|^localhost$|^app\.example\.com$/.test(host));
    expect(others).toEqual([]);
  });
});

describe('the page about incidents', () => {
  const incidents = read('docs/incident.md');

  // Evidence for Xero incidents
  it('tells Xero, and the Owners and Admins concerned, within 24 hours', () => {
    const rows = incidents.split('\n').filter((line) => line.startsWith('|'));
    for (const recipient of ['Xero', 'Owners and Admins of each organisation concerned']) {
      const row = rows.find((line) => line.startsWith(`| ${recipient} `));
      expect(row).toMatch(/\| within 24 hours/);
    }
  });

  // Evidence for Xero incidents
  it('has the sentences for each of them', () => {
    const [, sentences = ''] = incidents.split('## Sentences');
    for (const recipient of ['To Xero', 'To Owners and Admins', 'When documents in Xero are wrong']) {
      expect(sentences).toMatch(new RegExp(String.raw`\*\*${recipient}\*\*\n\n> .{40,}`));
    }
  });
});
