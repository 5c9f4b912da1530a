import type { AccountClass } from './records.ts';

const CLASS_OF_TYPE: Readonly<Record<string, AccountClass>> = {
  BANK: 'ASSET',
  CURRENT: 'ASSET',
  FIXED: 'ASSET',
  INVENTORY: 'ASSET',
  NONCURRENT: 'ASSET',
  PREPAYMENT: 'ASSET',
  EQUITY: 'EQUITY',
  DEPRECIATN: 'EXPENSE',
  DIRECTCOSTS: 'EXPENSE',
  EXPENSE: 'EXPENSE',
  OVERHEADS: 'EXPENSE',
  CURRLIAB: 'LIABILITY',
  LIABILITY: 'LIABILITY',
  TERMLIAB: 'LIABILITY',
  OTHERINCOME: 'REVENUE',
  REVENUE: 'REVENUE',
  SALES: 'REVENUE',
};

/** Returns the class of an account type; undefined for an unknown type. */
export function classOfType(type: string): AccountClass | undefined {
  return Object.hasOwn(CLASS_OF_TYPE, type) ? CLASS_OF_TYPE[type] : undefined;
}
