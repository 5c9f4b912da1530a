import { Button } from '@primer/react';
import { DateField } from '../ui/date-field.tsx';

interface CheckFormProps {
  readonly date: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onDate: (date: string) => void;
  readonly onSubmit: () => void;
}

/** Asks for the date of a check. */
export function CheckForm({ date, submit, isBusy, onDate, onSubmit }: CheckFormProps) {
  return (
    <form
      className="check-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DateField label="At the end of" value={date} onChange={onDate} />
      <Button type="submit" variant="primary" loading={isBusy} disabled={date === ''}>
        {submit}
      </Button>
    </form>
  );
}
