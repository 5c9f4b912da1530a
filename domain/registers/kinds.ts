/** The kinds of registers. A kind is a file and a row here. */
import { division7a, type Division7aFigures, type Division7aKnown } from './division-7a.ts';
import type { Division7aFacts, Repayment } from './division-7a-ladder.ts';
import type { RegisterKind } from './register-kind.ts';
import { spread, type SpreadChange, type SpreadFacts, type SpreadFigures } from './spread.ts';

export const REGISTER_KINDS = { spread, 'division-7a': division7a };

export type RegisterKindName = keyof typeof REGISTER_KINDS;

/** The kind of stored facts, whatever it is: its facts, changes and what it knows belong together. */
export function registerKindOf(
  name: RegisterKindName,
): RegisterKind<
  SpreadFacts | Division7aFacts,
  SpreadChange | Repayment,
  Division7aKnown | undefined,
  SpreadFigures | Division7aFigures
> {
  return REGISTER_KINDS[name];
}
