/** The year-end pack as a PDF: the sections as tables, then each loan on pages of its own. */
import { setImmediate } from 'node:timers/promises';
import { businessDate, formatDay } from '../../domain/calendar.ts';
import type { SignOff } from '../records/entities/statements.ts';
import { loanPages } from './loan-pages.ts';
import type { Pack } from './pack.ts';
import { bytesOf, createPdf, startPage } from './pdf-page.ts';
import { sectionPages } from './section-pages.ts';
import { sectionsIn } from './sections.ts';

const PAGES_AT_ONCE = 20;

export async function packPdf(pack: Pack, owner: string, created: Date): Promise<Uint8Array> {
  const pages = [
    ...sectionPages(sectionsIn('pdf', pack), pack),
    ...pack.loans.flatMap((loan) => loanPages(loan, pack.date)),
  ];
  const title = `${owner}: loans at ${formatDay(pack.date)}`;
  const pdf = createPdf(title, created);
  const bytes = bytesOf(pdf);
  const subtitle = `As at ${formatDay(pack.date)}, year from ${formatDay(pack.from)}`;
  const signatures = signaturesOf(pack);
  for (const [index, page] of pages.entries()) {
    startPage(pdf, {
      owner,
      report: 'Year-end loans',
      title: page.title,
      subtitle,
      signatures,
      number: index + 1,
      count: pages.length,
    });
    page.draw(pdf);
    // Lets the pages drawn so far leave the stream.
    if (index % PAGES_AT_ONCE === 0) await setImmediate();
  }
  pdf.end();
  return bytes;
}

/** A pack of several entities has lines to sign on: its sign-offs stand in a section of their own. */
function signaturesOf({ signOffs }: Pack): readonly [string, string] {
  const { prepared, reviewed, changes = [] } = (signOffs.length === 1 && signOffs[0]) || {};
  const by = (signed: SignOff | undefined): string =>
    signed
      ? `${signed.name}, ${formatDay(businessDate(signed.at))}`
      : '____________________  Date __________';
  const since = changes.length > 0 ? '; changed since' : '';
  const alone = reviewed?.isOnlyMember ? ', the only member of the organisation' : '';
  return [`Prepared by ${by(prepared)}`, `Reviewed by ${by(reviewed)}${alone}${since}`];
}
