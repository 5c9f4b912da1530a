import { expect, it } from 'vitest';
import { IMPORT_COLUMNS } from '../../../domain/import/columns.ts';
import { textCells } from '../../../web/extraction/cell.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';

it('maps every header of the template to its own column', () => {
  const headers = IMPORT_COLUMNS.map(({ header }) => header);
  expect(mapHeaders(headers)).toEqual(IMPORT_COLUMNS.map(({ column }) => column));
});

it('maps synonyms whatever their case and punctuation, and leaves unknown headers alone', () => {
  expect(mapHeaders(['CLIENT', 'Contract no.', 'Residual', 'Financier', 'Colour', ''])).toEqual([
    'entity',
    'contractNumber',
    'balloon',
    'lender',
    null,
    null,
  ]);
});

it('prefers a column’s own name to a synonym of another, and takes no column twice', () => {
  expect(mapHeaders(['Loan', 'Name', 'Description'])).toEqual(['loanAmount', 'name', null]);
});

it('follows what was mapped by hand before', () => {
  expect(mapHeaders(['Colour', 'Asset'], { colour: 'asset' })).toEqual(['asset', null]);
});

it('maps the words of real registers, and leaves balances and ends alone', () => {
  const headers = {
    'Borrower / Client': 'entity',
    'Asset financed': 'asset',
    'Agmt #': 'contractNumber',
    'Financier ': 'lender',
    'Facility type': 'kind',
    Settled: 'startDate',
    'Amount fin. (ex GST)': 'loanAmount',
    'Term (months)': 'terms.0.qty',
    Freq: 'frequency',
    'Monthly repayment': 'terms.0.amount',
    'Balloon / residual': 'balloon',
    'Rate %': 'contractRate',
    'Adv/Arrears': 'firstPaymentOnStartDate',
    'Mthly fee': 'administrationFee',
    'Balance 30/6/25': null,
    'Final payment': null,
    Rego: null,
  } as const;
  expect(mapHeaders(Object.keys(headers))).toEqual(Object.values(headers));
});

it('tells columns of one name apart by what their cells hold', () => {
  expect(mapHeaders(['Repayments'], {}, textCells([['M', 'Q']]))).toEqual(['frequency']);
  expect(mapHeaders(['Repayments'], {}, textCells([['1,413.08']]))).toEqual(['terms.0.amount']);
  expect(mapHeaders(['Type'], {}, textCells([['Ute', 'Truck']]))).toEqual([null]);
});

it('takes a payment with its GST, and no day or count of payments, for the payment', () => {
  const register = {
    Asset: ['Kenworth T610', 'Trailer', 'Forklift'],
    'Amt Financed': ['285,000.00', '96,800.00', '41,250.00'],
    'Term (mths)': ['60', '48', '48'],
    'Pmt day': ['15', '1', '30'],
    'Pmts made': ['31', '16', '47'],
    'Pmt incl GST': ['$4,980.12', '$2,385.40', '$977.35'],
  };
  expect(mapHeaders(Object.keys(register), {}, textCells(Object.values(register)))).toEqual([
    'asset',
    'loanAmount',
    'terms.0.qty',
    null,
    null,
    'terms.0.amount',
  ]);
});

it('takes no figure for the payment that could not repay the loan, whatever its header', () => {
  const headers = ['Amount financed', 'Term', 'Pmt ref', 'Monthly instalment'];
  const columns = ['loanAmount', 'terms.0.qty', null, 'terms.0.amount'];
  expect(mapHeaders(headers, {}, textCells([['90,000'], ['60'], ['12'], ['1,800']]))).toEqual(columns);
  expect(mapHeaders(headers, {}, textCells([['90,000'], ['60'], ['12'], ['none']]))).toEqual(
    columns.with(3, null),
  );
});

it('reads abbreviations and a number sign in the headers of real registers', () => {
  const register = {
    'Contract #': ['88-120-0041', '88-120-0057'],
    Goods: ['John Deere 8R', 'Seed Hawk seeder'],
    'Resid.': ['115500', '-'],
    'Int %': ['7.45 %', '7.19 %'],
    '1st instal.': ['15/4/2024', '22/9/2024'],
  };
  expect(mapHeaders(Object.keys(register), {}, textCells(Object.values(register)))).toEqual([
    'contractNumber',
    'asset',
    'balloon',
    'contractRate',
    'firstPaymentDate',
  ]);
  expect(mapHeaders(['Interest (% p.a.)', 'Interest'])).toEqual(['contractRate', 'totalInterest']);
  expect(mapHeaders(['Loan #', '# Pmts'])).toEqual(['contractNumber', 'terms.0.qty']);
});
