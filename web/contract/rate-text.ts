/** The text of the field of the contract's rate. */
import { MAX_CONTRACT_RATE } from '../../domain/contract/contract-kinds.ts';

/** Percent a year; null for an empty field, undefined for text that is no rate. */
export function contractRateOf(text: string): number | null | undefined {
  const match = /^(\d{1,4}(?:\.\d{1,6})?) ?%?$/.exec(text.trim());
  if (!match) return text.trim() === '' ? null : undefined;
  const rate = Number(match[1]);
  return rate <= MAX_CONTRACT_RATE ? rate : undefined;
}
