/**
 * Modules that the pages of entities, schedules and reports share. The build puts them into one chunk; without it each
 * page would load twenty.
 */
import {
  DownloadIcon,
  EyeIcon,
  LinkExternalIcon,
  LockIcon,
  PencilIcon,
  SyncIcon,
  TrashIcon,
} from '@primer/octicons-react';
import '../domain/schedule/balloon.ts';
import '../domain/schedule/due-dates.ts';
import '../domain/schedule/frequency.ts';
import '../domain/schedule/terms.ts';
import './change.ts';
import './download.ts';
import './schedules/bank-amount.ts';
import './schedules/long-table.tsx';
import './schedules/schedule-tabs.tsx';
import './schedules/texts.ts';
import './schedules/use-schedule.ts';
import './ui/dates.ts';
import './ui/save-blob.ts';
import './ui/switch.tsx';
import './ui/tabs.tsx';
import './ui/use-parameters.ts';
import './ui/use-submit.ts';
import './xero/begin-authorisation.ts';
import './xero/texts.ts';

/** The bundler drops an import without a use. */
Object.freeze([DownloadIcon, EyeIcon, LinkExternalIcon, LockIcon, PencilIcon, SyncIcon, TrashIcon]);
