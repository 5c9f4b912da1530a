/** The year-end pack as a PDF: the sections as tables, then each loan on pages of its own. */
import { setImmediate } from 'node:timers/promises';
import { formatDay } from '../../domain/calendar.ts';
import { loanPages } from './loan-pages.ts';
import type { Pack } from './pack.ts';
import { bytesOf, createPdf, startPage } from './pdf-page.ts';
import { sectionPages } from './section-pages.ts';
import { sectionsIn } from './sections.ts';

/** Pages drawn before the stream is read. */
const PAGES_AT_ONCE = 20;

export async function packPdf(pack: Pack, owner: string, created: Date): Promise<Uint8Array> {
  const pages = [
    ...sectionsIn('pdf', pack).flatMap((section) => sectionPages(section, pack)),
    ...pack.loans.flatMap((loan) => loanPages(loan, pack.date)),
  ];
  const title = `${owner}: loans at ${formatDay(pack.date)}`;
  const pdf = createPdf(title, created);
  const bytes = bytesOf(pdf);
  const subtitle = `As at ${formatDay(pack.date)}, year from ${formatDay(pack.from)}`;
  for (const [index, page] of pages.entries()) {
    startPage(pdf, { owner, title: page.title, subtitle, number: index + 1, count: pages.length });
    page.draw(pdf);
    // Lets the pages drawn so far leave the stream.
    if (index % PAGES_AT_ONCE === 0) await setImmediate();
  }
  pdf.end();
  return bytes;
}
