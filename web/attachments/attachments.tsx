import { DownloadIcon, PaperclipIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useRef } from 'react';
import type { ScheduleParams } from '../data/answers.ts';
import { useApi } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { confirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  type Attachment,
  type FilesOf,
  filesOfRegister,
  filesOfSchedule,
  OF_REGISTER,
  OF_SCHEDULE,
} from './files-of.ts';
import { ACCEPTED, MAX_SIZE, obstacleTo, sendFile } from './send-file.ts';
import './attachments.css';

const texts = {
  load: 'Something went wrong loading the files. Please try again later.',
  attach: 'Something went wrong attaching the file. Please try again later.',
  fetch: 'Something went wrong downloading the file. Please try again later.',
  delete: 'Something went wrong deleting the file. Please try again later.',
} as const;

interface OwnerProps<Params> {
  readonly params: Params;
  readonly mayEdit: boolean;
}

/** The contract's files. */
export function ScheduleAttachments({ params, mayEdit }: OwnerProps<ScheduleParams>) {
  return (
    <Attachments
      files={filesOfSchedule(params)}
      list={useApi(`GET ${OF_SCHEDULE}`, { params })}
      action="Attach contract"
      mayEdit={mayEdit}
    />
  );
}

/** A register's files, such as an agreement or the minutes of dividends. */
export function RegisterAttachments({ params, mayEdit }: OwnerProps<RegisterParams>) {
  return (
    <Attachments
      files={filesOfRegister(params)}
      list={useApi(`GET ${OF_REGISTER}`, { params })}
      action="Attach a file"
      mayEdit={mayEdit}
    />
  );
}

interface AttachmentsProps {
  readonly files: FilesOf;
  readonly list: { readonly data: readonly Attachment[] | undefined; readonly error: Error | undefined };
  /** The words of the button. */
  readonly action: string;
  readonly mayEdit: boolean;
}

/** Files that the browser itself sends to the file storage, and downloads from there. */
function Attachments({ files, list, action, mayEdit }: AttachmentsProps) {
  const attachments = list.data ?? [];
  const input = useRef<HTMLInputElement>(null);
  const attaching = useAction(
    async (file: File): Promise<void> => {
      const obstacle = obstacleTo(file);
      if (obstacle !== null) return toast.error(obstacle);
      await sendFile(files, file);
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
              <AttachmentLine files={files} attachment={attachment} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
      {list.error && !list.data && <Notice tone="error">{messageOf(list.error, texts.load)}</Notice>}
      {mayEdit && attachments.length < files.most && (
        <div className="attachments-add">
          <input
            ref={input}
            type="file"
            // The button opens it; a field that is not seen is no stop of the Tab key.
            tabIndex={-1}
            aria-label="File to attach"
            className="visually-hidden"
            accept={ACCEPTED}
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
          <Button
            size="small"
            leadingVisual={PaperclipIcon}
            loading={attaching.isBusy}
            onClick={() => input.current?.click()}
          >
            {action}
          </Button>
          <span className="muted">PDF or photo, up to {MAX_SIZE}.</span>
        </div>
      )}
    </section>
  );
}

interface LineProps extends Pick<AttachmentsProps, 'files' | 'mayEdit'> {
  readonly attachment: Attachment;
}

function AttachmentLine({ files, attachment: { id, name, size }, mayEdit }: LineProps) {
  const fetching = useAction(
    async () => {
      const { url } = await files.addressOf(id);
      const link = document.createElement('a');
      link.href = url;
      link.click();
    },
    (error) => toast.failure(error, texts.fetch),
  );
  const deleting = useAction(
    async () => void (await files.remove(id)),
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
