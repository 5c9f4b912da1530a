/** The accounts that a register needs. */
import { spreadRoles } from '../../domain/registers/spread.ts';
import type { Register } from './types.ts';

/** The roles without an account. */
export const missingRoles = ({ facts, accounts }: Register): readonly string[] =>
  Object.keys(spreadRoles(facts.direction)).filter((role) => !accounts[role]);
