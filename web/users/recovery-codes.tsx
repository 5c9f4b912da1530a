import { CopyIcon, DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { saveBlob } from '../ui/save-blob.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { securityTexts } from './security-texts.ts';
import './recovery-codes.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isStored, setStored] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast.success(securityTexts.codesCopied);
  };
  const closeUnstored = (): void => {
    toast.warning(securityTexts.codesNotStored);
    onClose();
  };
  return (
    <FormDialog
      title="Your recovery codes"
      submit="Done"
      disabled={!isStored}
      secondary={{ label: 'Close without storing', run: closeUnstored }}
      onSubmit={async () => onClose()}
      onClose={closeUnstored}
    >
      <p className="dialog-text">
        Store these codes where you find them without your phone. Each logs you in once in place of your
        second factor. We can’t show them again.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-actions">
        <Button leadingVisual={CopyIcon} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          leadingVisual={DownloadIcon}
          onClick={() => saveBlob('paydown-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
      <label className="recovery-stored">
        <input
          type="checkbox"
          checked={isStored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        I have stored the codes
      </label>
    </FormDialog>
  );
}
