import { Button } from '@primer/react';
import { useRef } from 'react';

interface FileButtonProps {
  /** The accessible name of the file field. */
  readonly label: string;
  readonly text: string;
  readonly accept: string;
  readonly isBusy: boolean;
  readonly isPrimary?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that lets the user choose one file. */
export function FileButton({ label, text, accept, isBusy, isPrimary = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        // The button opens it; a field that is not seen is no stop of the Tab key.
        tabIndex={-1}
        aria-label={label}
        className="visually-hidden"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
      <Button
        variant={isPrimary ? 'primary' : 'default'}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
    </>
  );
}
