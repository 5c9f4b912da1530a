/** Reads the cells of an import's row and notes what is wrong with them. */
import { isText, MAX_TEXT_LENGTH } from '../text.ts';

/** Messages by column. */
export type CellErrors = Readonly<Record<string, readonly string[]>>;

/** Reads cells one by one; messages go to the errors that it was given. */
export class CellReader {
  readonly #errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    this.#errors = errors;
  }

  text(column: string, cell: string, missing: string | null = null, longest = MAX_TEXT_LENGTH): string {
    const text = cell.trim();
    if (text === '') {
      if (missing !== null) this.refuse(column, missing);
    } else if (text.length > longest) this.refuse(column, `Please use at most ${longest} characters.`);
    else if (!isText(text)) this.refuse(column, 'Please leave out control characters.');
    return text;
  }

  required<Value>(
    column: string,
    cell: string,
    read: (text: string) => Value | undefined,
    message: string,
  ): Value | undefined {
    const value = read(cell.trim());
    if (value === undefined) this.refuse(column, cell.trim() === '' ? missingText(column) : message);
    return value;
  }

  optional<Value>(
    column: string,
    cell: string,
    read: (text: string) => Value | undefined,
    message: string,
  ): Value | undefined {
    return cell.trim() === '' ? undefined : this.required(column, cell, read, message);
  }

  refuse(column: string, message: string): void {
    (this.#errors[column] ??= []).push(message);
  }
}

/** Says that a required cell is empty. */
function missingText(column: string): string {
  if (column.endsWith('.qty')) return 'Number of payments is missing.';
  return MISSING[column] ?? 'Payment amount is missing.';
}

const MISSING: Readonly<Record<string, string>> = {
  loanAmount: 'Loan amount is missing.',
  startDate: 'Start date is missing.',
  frequency: 'Frequency is missing.',
};
