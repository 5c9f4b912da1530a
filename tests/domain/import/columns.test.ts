import { expect, it } from 'vitest';
import { IMPORT_COLUMNS, mapHeaders } from '../../../domain/import/columns.ts';

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
