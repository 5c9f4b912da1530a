import { type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { RadioField } from '../ui/radio-field.tsx';

interface IncludesDateProps {
  readonly date: CalendarDate;
  /** Of how many loans a payment is due on the date. */
  readonly loans: number;
  readonly value: boolean;
  readonly onChange: (includesDate: boolean) => void;
}

/** Asks whether opening balances hold the payments that are due on their date. */
export function IncludesDate({ date, loans, value, onChange }: IncludesDateProps) {
  const day = formatDay(date);
  const isOne = loans === 1;
  return (
    <RadioField
      label={
        isOne ? `Is the payment of ${day} in this balance?` : `Are the payments of ${day} in these balances?`
      }
      choices={[
        {
          value: 'yes',
          label: 'Yes',
          hint: `What was owed at the end of ${day}. Later payments are posted.`,
        },
        {
          value: 'no',
          label: 'No',
          hint: `What was owed before ${isOne ? 'it was' : 'they were'} paid. ${isOne ? 'It is' : 'They are'} posted too.`,
        },
      ]}
      value={value ? 'yes' : 'no'}
      onChange={(answer) => onChange(answer === 'yes')}
    />
  );
}
