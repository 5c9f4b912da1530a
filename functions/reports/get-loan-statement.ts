import { formatDay } from '../../domain/calendar.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes } from '../api/division-7a.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { loanYear, readLoan } from '../records/registers/division-7a.ts';
import { statementRows } from './loan-statement.ts';
import { bytesOf, createPdf, startPage } from './pdf-page.ts';
import { drawTable } from './pdf-table.ts';

const COLUMNS = [
  { label: 'Loan and year', width: 190 },
  { label: 'Figure', width: 210 },
  { label: 'Repaid on', width: 90 },
  { label: 'By', width: 150 },
  { label: 'Amount', width: 100, isNumber: true },
];

export const handler = endpoint(
  division7aRoutes,
  'GET /v1/entities/{entityId}/registers/{registerId}/statement',
  async ({ entity, register, query, now, today }, { table }) => {
    const loan = await readLoan(table, entity, register, today);
    const { year } = loanYear(loan, query.year);
    const end = formatDay(INCOME_YEARS.endOf(year));
    const pdf = createPdf(`${register.name}: Division 7A loan, year ended ${end}`, new Date(now));
    const bytes = bytesOf(pdf);
    startPage(pdf, {
      owner: entity.name,
      report: 'Division 7A loan',
      title: register.name,
      subtitle: `Year ended ${end}`,
      signatures: ['Calculated by section 109E ITAA 1936 from the facts entered.', 'This is not advice.'],
      number: 1,
      count: 1,
    });
    drawTable(pdf, COLUMNS, statementRows(loan, year));
    pdf.end();
    return {
      name: fileNameOf([entity.name, register.name, String(year)], 'pdf'),
      contentType: 'application/pdf',
      bytes: await bytes,
    };
  },
);
