import type { ScheduleParams } from '../data/answers.ts';
import { DownloadIcon, PaperclipIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useRef } from 'react';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../domain/attachment.ts';
import { call, useApi, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { sendFile, typeOf } from './send-file.ts';
import './attachments.css';

type Attachment = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments'>[number];

interface AttachmentsProps {
  readonly params: ScheduleParams;
  readonly mayEdit: boolean;
}

const LIST = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments';
const ONE = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}';

const MAX_SIZE = `${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB`;

const texts = {
  type: 'Please choose a PDF or a photo (JPEG, PNG, WebP or HEIC).',
  size: `Please choose a file of at most ${MAX_SIZE}.`,
  attach: 'Something went wrong attaching the file. Please try again later.',
  fetch: 'Something went wrong downloading the file. Please try again later.',
  delete: 'Something went wrong deleting the file. Please try again later.',
} as const;

/** The contract's files: sent to the file storage by the browser itself, and downloaded from there. */
export function Attachments({ params, mayEdit }: AttachmentsProps) {
  const { data: attachments = [] } = useApi(LIST, { params });
  const input = useRef<HTMLInputElement>(null);
  const attaching = useAction(
    async (file: File): Promise<void> => {
      const contentType = typeOf(file);
      if (contentType === null) return toast.error(texts.type);
      if (file.size > MAX_ATTACHMENT_BYTES) return toast.error(texts.size);
      await sendFile(params, file, contentType);
      toast.success(`${file.name} was attached`);
    },
    (error) => toast.failure(error, texts.attach),
  );
  const choose = (field: HTMLInputElement): void => {
    const [file] = field.files ?? [];
    if (file) attaching.start(file);
    // The same file can be chosen again.
    field.value = '';
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
      {mayEdit && attachments.length < MAX_ATTACHMENTS && (
        <div className="attachments-add">
          <input
            ref={input}
            type="file"
            // The button opens it; a field that is not seen is no stop of the Tab key.
            tabIndex={-1}
            aria-label="File to attach"
            className="visually-hidden"
            accept=".pdf,.jpg,.jpeg,.png,.webp,.heic"
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
          <Button
            size="small"
            leadingVisual={PaperclipIcon}
            loading={attaching.isBusy}
            onClick={() => input.current?.click()}
          >
            Attach contract
          </Button>
          <span className="muted">PDF or photo, up to {MAX_SIZE}.</span>
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
  const fetching = useAction(
    async () => {
      const { url } = await call(`GET ${ONE}`, { params: all });
      const link = document.createElement('a');
      link.href = url;
      link.click();
    },
    (error) => toast.failure(error, texts.fetch),
  );
  const deleting = useAction(
    () => change(`DELETE ${ONE}`, { params: all }),
    (error) => toast.failure(error, texts.delete),
  );
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      body: 'This permanently deletes the file.',
      action: 'Delete',
      danger: true,
    });
    if (isSure) deleting.start();
  };
  return (
    <>
      <span className="attachment-name">{name}</span>
      <span className="muted">{sizeText(size)}</span>
      <IconButton icon={DownloadIcon} label={`Download ${name}`} size="small" onClick={fetching.start} />
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
