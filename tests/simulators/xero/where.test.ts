import { describe, expect, it } from 'vitest';
import { parseWhere, WhereError } from '../../../scripts/simulators/xero/core/where.ts';

const element = {
  Reference: 'PD-1',
  Total: 12.5,
  Date: '/Date(1739577600000+0000)/',
  Type: 'SPEND',
  Contact: { ContactID: '3f9ef8f1-7a4e-4c8e-9d0b-1f2e3d4c5b6a' },
  IsReconciled: false,
  Narration: 'Opening "balances" [oj-77aa]',
};
const fields = new Set([...Object.keys(element), 'Status']);
const matches = (where: string) => parseWhere(where, 'BankTransaction', fields).matches(element);

describe('a filter', () => {
  it.each([
    'Reference=="PD-1"',
    'Reference = "PD-1"',
    'Reference!="PD-2"',
    'Type=="SPEND" AND Total>=12.5',
    'Type=="SPEND" && Total < 13',
    'Date==DateTime(2025, 02, 15)',
    'Date>=DateTime(2025,2,1) AND Date<DateTime(2025,3,1)',
    'Contact.ContactID==Guid("3F9EF8F1-7A4E-4C8E-9D0B-1F2E3D4C5B6A")',
    'Narration.Contains("oj-77aa")',
    'Reference!="PD-2" and Narration.Contains("ing \\"bal")',
    'IsReconciled==false',
    'Status==null',
    'Reference!=null',
  ])('matches %s', (where) => expect(matches(where)).toBe(true));

  it.each([
    'Reference=="pd-1"',
    'Reference=="PD-1" AND Type=="RECEIVE"',
    'Narration.Contains("oj-77ab")',
    'Status=="AUTHORISED"',
    'Status.Contains("A")',
    'Status>"A"',
    'IsReconciled==true',
  ])('does not match %s', (where) => expect(matches(where)).toBe(false));

  it.each([
    ['Colour=="blue"', "No property or field 'Colour' exists in type 'BankTransaction'"],
    ['Reference=="PD-1', 'Syntax error at position 0'],
    ['Total>1 AND', 'Syntax error at position 11'],
    ['Total>1 Total>2', 'Syntax error at position 0'],
    ['Type=="SPEND" OR Total>2', 'Syntax error at position 0'],
    ['Narration.Contains(5)', 'Syntax error at position 0'],
  ])('refuses %s', (where, message) => {
    expect(() => matches(where)).toThrow(new WhereError(message));
  });
});
