import { DownloadIcon, PaperclipIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { call, useApi, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { sendFile, typeOf } from './send-file.ts';
import './attachments.css';

type Attachment = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments'>[number];

interface AttachmentsProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly mayEdit: boolean;
}

const LIST = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments';
const ONE = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}';
const MOST = 5;
const MOST_BYTES = 10 * 1024 * 1024;

const texts = {
  type: 'Please choose a PDF or a photo (JPEG, PNG, WebP or HEIC).',
  size: 'Please choose a file of at most 10 MB.',
  attach: 'Something went wrong attaching the file. Please try again later.',
  fetch: 'Something went wrong downloading the file. Please try again later.',
  delete: 'Something went wrong deleting the file. Please try again later.',
} as const;

/** The contract's files: sent to the file storage by the browser itself, and downloaded from there. */
export function Attachments({ params, mayEdit }: AttachmentsProps) {
  const { data: attachments = [] } = useApi(LIST, { params });
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const attach = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const contentType = typeOf(file);
    if (contentType === null) return toast.error(texts.type);
    if (file.size > MOST_BYTES) return toast.error(texts.size);
    setBusy(true);
    try {
      await sendFile(params, file, contentType);
      toast.success(`${file.name} was attached`);
    } catch (error) {
      toast.failure(error, texts.attach);
    }
    setBusy(false);
    if (input.current) input.current.value = '';
  };
  if (attachments.length === 0 && !mayEdit) return null;
  return (
    <section className="card card-body attachments" aria-label="Attachments">
      <h2>Attachments</h2>
      {attachments.length > 0 && (
        <ul>
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <AttachmentLine params={params} attachment={attachment} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
      {mayEdit && attachments.length < MOST && (
        <div className="attachments-add">
          <input
            ref={input}
            type="file"
            aria-label="File to attach"
            className="visually-hidden"
            accept=".pdf,.jpg,.jpeg,.png,.webp,.heic"
            onChange={({ currentTarget }) => void attach(currentTarget.files?.[0])}
          />
          <Button
            size="small"
            leadingVisual={PaperclipIcon}
            loading={isBusy}
            onClick={() => input.current?.click()}
          >
            Attach contract
          </Button>
          <span className="muted">PDF or photo, up to 10 MB.</span>
        </div>
      )}
    </section>
  );
}

interface LineProps extends AttachmentsProps {
  readonly attachment: Attachment;
}

function AttachmentLine({ params, attachment: { id, name, size }, mayEdit }: LineProps) {
  const all = { ...params, attachmentId: id };
  const fetch = async (): Promise<void> => {
    try {
      const { url } = await call(`GET ${ONE}`, { params: all });
      const link = document.createElement('a');
      link.href = url;
      link.click();
    } catch (error) {
      toast.failure(error, texts.fetch);
    }
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      body: 'This permanently deletes the file.',
      action: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await change(`DELETE ${ONE}`, { params: all });
    } catch (error) {
      toast.failure(error, texts.delete);
    }
  };
  return (
    <>
      <span className="attachment-name">{name}</span>
      <span className="muted">{sizeText(size)}</span>
      <IconButton icon={DownloadIcon} label={`Download ${name}`} size="small" onClick={() => void fetch()} />
      {mayEdit && (
        <IconButton icon={TrashIcon} label={`Delete ${name}`} size="small" onClick={() => void remove()} />
      )}
    </>
  );
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / 1024).toFixed(1)} MB`;
}
