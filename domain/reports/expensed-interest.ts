import type { Contract } from '../contract/contract.ts';
import type { Cents } from '../money.ts';
import { contractOf } from './contract.ts';
import { totalsOfContract } from './financial-years.ts';

/** Interest over the life of a contract as it is expensed: without GST where that is claimed. */
export const expensedInterest = (contract: Contract): Cents =>
  contract.terms.gstOnCharges ? totalsOfContract(contractOf(contract)).interest : contract.totalInterest;
