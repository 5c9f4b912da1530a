import { useState } from 'react';
import type { Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { fieldMessages } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { registerTexts } from './texts.ts';

export type BenchmarkRate = Answer<'GET /v1/tenants/benchmarkrates'>[number];

interface RateDialogProps {
  readonly rates: readonly BenchmarkRate[];
  readonly onClose: () => void;
}

/** Enters the benchmark rate of a year without a published one: the first such year, or one that was entered before. */
export function RateDialog({ rates, onClose }: RateDialogProps) {
  const entered = rates.filter(({ rateIs }) => rateIs === 'entered');
  const next = (rates.at(-1)?.year ?? 0) + 1;
  const [year, setYear] = useState(String(next));
  const [rate, setRate] = useState('');
  const [source, setSource] = useState('');
  const [errors, setErrors] = useState<FormErrors>({});
  const choose = (chosen: string): void => {
    const known = entered.find((one) => String(one.year) === chosen);
    setYear(chosen);
    setRate(known ? String(known.rate) : '');
    setSource(known?.source ?? '');
    setErrors({});
  };
  const submit = async (): Promise<void> => {
    try {
      await change('PUT /v1/tenants/benchmarkrates/{year}', {
        params: { year },
        body: { rate: Number(rate), source: source.trim() },
      });
    } catch (error) {
      setErrors(fieldMessages(error));
      toast.failure(error, registerTexts.rate);
      throw error;
    }
    toast.success(`The benchmark rate of ${year} was saved`);
    onClose();
  };
  return (
    <FormDialog
      title="Enter a benchmark rate"
      subtitle="Holds for all loans of the organisation until the published rate is included."
      submit="Save"
      disabled={!/^\d{1,2}(\.\d{1,2})?$/.test(rate) || source.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Year to 30 June"
        choices={[...entered.map((one) => one.year), next].map((one) => ({
          value: String(one),
          label: String(one),
        }))}
        value={year}
        onChange={choose}
      />
      <TextField
        label="Rate, %"
        error={errors['rate']}
        required
        inputMode="decimal"
        value={rate}
        onChange={setRate}
      />
      <TextField
        label="Source"
        hint="Such as the ATO’s page with its date."
        error={errors['source']}
        required
        value={source}
        onChange={setSource}
      />
    </FormDialog>
  );
}
