/**
 * What the pages of an entity and its schedules share. The build puts it into one chunk; without it each of them
 * would come in twenty pieces.
 */
import {
  ArchiveIcon,
  DownloadIcon,
  EyeIcon,
  LinkExternalIcon,
  LinkIcon,
  LockIcon,
  MultiSelectIcon,
  SyncIcon,
} from '@primer/octicons-react';
import '../../domain/schedule/due-dates.ts';
import '../../domain/schedule/terms.ts';
import '../ui/dates.ts';
import '../ui/switch.tsx';
import '../xero/begin-authorisation.ts';
import '../xero/disconnected-notice.tsx';
import '../xero/texts.ts';
import './long-table.tsx';
import './texts.ts';
import './use-schedule.ts';

/** The library's parts are kept only where something is done with them. */
Object.freeze([ArchiveIcon, DownloadIcon, EyeIcon, LinkExternalIcon]);
Object.freeze([LinkIcon, LockIcon, MultiSelectIcon, SyncIcon]);
