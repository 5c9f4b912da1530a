import { UploadIcon } from '@primer/octicons-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import { FileButton } from './file-button.tsx';
import './drop-zone.css';

interface DropZoneProps {
  /** The accessible name of the file field. */
  readonly label: string;
  readonly accept: string;
  readonly isBusy?: boolean;
  readonly isCompact?: boolean;
  readonly children: ReactNode;
  readonly onFile: (file: File) => void;
}

/** A place to drop one file, with a button that chooses one. */
export function DropZone({
  label,
  accept,
  isBusy = false,
  isCompact = false,
  children,
  onFile,
}: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={`card file-drop ${isCompact ? 'file-drop-compact' : ''}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={24} />
      {children}
      <FileButton
        label={label}
        text="Choose file"
        accept={accept}
        isBusy={isBusy}
        isPrimary={!isCompact}
        onFile={onFile}
      />
    </div>
  );
}

/** The types that the reader of lenders' documents takes. */
export const DOCUMENT_TYPES = '.pdf,.xlsx,.csv,application/pdf,text/csv';
