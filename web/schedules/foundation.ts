/**
 * Modules that the pages of an entity and its schedules share. The build puts them into one chunk; without it each page
 * would load twenty.
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
import '../xero/texts.ts';
import './long-table.tsx';
import './texts.ts';
import './use-schedule.ts';

/** The bundler drops an import without a use. */
Object.freeze([ArchiveIcon, DownloadIcon, EyeIcon, LinkExternalIcon]);
Object.freeze([LinkIcon, LockIcon, MultiSelectIcon, SyncIcon]);
