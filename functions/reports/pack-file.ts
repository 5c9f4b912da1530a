import type { FileReply } from '../api/route.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { XLSX_TYPE, workbookOf } from '../lib/workbook.ts';
import type { Pack } from './pack.ts';
import { packPdf } from './pack-pdf.ts';
import { packView } from './pack-view.ts';
import type { PackFormat } from '../records/tenants/requested-reports.ts';
import { LoansReport } from '../api/loans-report.ts';
import { sheetOf } from './section-sheet.ts';
import { sectionsIn } from './sections.ts';

/** The pack as a file; `owner` is the organisation or the one entity that it is about. */
export async function packFile(
  pack: Pack,
  owner: string,
  format: PackFormat,
  now: number,
): Promise<FileReply> {
  const name = fileNameOf([owner, `Year-end loans ${pack.date}`], format);
  if (format === 'xlsx') return { name, contentType: XLSX_TYPE, bytes: await packXlsx(pack, owner) };
  if (format === 'pdf')
    return { name, contentType: 'application/pdf', bytes: await packPdf(pack, owner, new Date(now)) };
  const bytes = Buffer.from(JSON.stringify(LoansReport.parse(packView(pack))));
  return { name, contentType: 'application/json', bytes };
}

/** The format that an `Accept` header prefers among those of the pack; JSON when it names none of them. */
export function formatOf(accept: string | undefined): PackFormat {
  const types = (accept ?? '')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { type: type.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { type } of types) {
    if (type === XLSX_TYPE) return 'xlsx';
    if (type === 'application/pdf') return 'pdf';
    if (type === 'application/json' || type === '*/*') return 'json';
  }
  return 'json';
}

function packXlsx(pack: Pack, owner: string): Promise<Uint8Array> {
  return workbookOf(sectionsIn('xlsx', pack).map((section) => sheetOf(section, pack, owner)));
}
