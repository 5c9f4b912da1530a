import { Button, Spinner } from '@primer/react';
import { useEffect, useState, type FormEvent } from 'react';
import { deferred } from '../ui/deferred.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { UsedReading } from './check-reading.tsx';
import { DateOrderButtons } from './date-order-buttons.tsx';
import { DOCUMENT_TYPES, DropZone } from './drop-zone.tsx';
import { takeHandedFile } from './handed-file.ts';
import { readingTexts } from './texts.ts';
import type { ReadingActions } from './use-reading.ts';
import './document-reader.css';

const CheckReading = deferred(async () => (await import('./check-reading.tsx')).CheckReading);

interface DocumentReaderProps {
  readonly reading: ReadingActions;
  readonly onUse: (used: UsedReading) => void;
}

/** Reads the lender's document: a drop zone, the progress, and the page that shows what was read. */
export function DocumentReader({ reading, onUse }: DocumentReaderProps) {
  const { state } = reading;
  useEffect(() => {
    const file = takeHandedFile();
    if (file) reading.read(file);
    // oxlint-disable-next-line react/exhaustive-deps -- a file is handed over once
  }, []);
  if (state.step === 'check') {
    return (
      <CheckReading
        document={state.document}
        onCancel={reading.close}
        onUse={(used) => {
          reading.close();
          onUse(used);
        }}
      />
    );
  }
  return <DocumentChoice reading={reading} text={readingTexts.drop} />;
}

interface DocumentChoiceProps {
  readonly reading: ReadingActions;
  /** The request in the drop zone. */
  readonly text: string;
}

/** The steps before a document is read: a drop zone, the progress, and what the document asks for. */
export function DocumentChoice({ reading, text }: DocumentChoiceProps) {
  const { state } = reading;
  if (state.step === 'reading') return <UnderWay {...state} onCancel={reading.close} />;
  if (state.step === 'month-first' || state.step === 'swapped-dates') {
    const { step, file, password, choices } = state;
    const isMonthFirst = step === 'month-first';
    const answer = (isTurned: boolean): void =>
      reading.read(file, password, {
        ...choices,
        ...(isMonthFirst ? { isMonthFirst: isTurned } : { areSwapped: isTurned }),
      });
    return (
      <Notice
        tone="warning"
        action={
          <>
            <DateOrderButtons kind={isMonthFirst ? 'month-first' : 'converted'} onAnswer={answer} />
            <Button size="small" onClick={reading.close}>
              Cancel
            </Button>
          </>
        }
      >
        {isMonthFirst ? readingTexts.monthFirst(file.name) : readingTexts.swappedDates(file.name)}
      </Notice>
    );
  }
  if (state.step === 'password') return <AskPassword {...state} reading={reading} />;
  return (
    <>
      {state.step === 'refused' && (
        <Notice tone="error">
          {state.name}: {state.reason}
        </Notice>
      )}
      <DropZone
        label="Lender’s document"
        accept={DOCUMENT_TYPES}
        isCompact
        onFile={(file) => reading.read(file)}
      >
        <p>{text}</p>
      </DropZone>
    </>
  );
}

interface UnderWayProps {
  readonly name: string;
  readonly progress: { readonly page: number; readonly count: number } | null;
  readonly onCancel: () => void;
}

function UnderWay({ name, progress, onCancel }: UnderWayProps) {
  return (
    <div className="card card-body reading-under-way">
      <Spinner size="small" srText={null} />
      <p role="status">
        {progress ? `Reading page ${progress.page} of ${progress.count}` : `Reading ${name}`}
      </p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

interface AskPasswordProps {
  readonly file: File;
  readonly isWrong: boolean;
  readonly reading: ReadingActions;
}

function AskPassword({ file, isWrong, reading }: AskPasswordProps) {
  const [password, setPassword] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') reading.read(file, password);
  };
  return (
    <form className="card card-body reading-password" onSubmit={open}>
      <TextField
        label={`Password of ${file.name}`}
        hint="It opens the document in your browser and isn’t stored."
        type="password"
        autoComplete="off"
        autoFocus
        error={isWrong ? readingTexts.wrongPassword : undefined}
        value={password}
        onChange={setPassword}
      />
      <FormActions submit="Open document" disabled={password === ''} onCancel={reading.close} />
    </form>
  );
}
