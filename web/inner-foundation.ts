/**
 * Modules that the pages of entities, schedules and reports share. The build puts them into one chunk; without it each
 * page would load twenty.
 */
import {
  ArchiveIcon,
  ChecklistIcon,
  ChevronRightIcon,
  CopyIcon,
  DownloadIcon,
  HistoryIcon,
  LinkExternalIcon,
  LockIcon,
  PencilIcon,
  SyncIcon,
  TableIcon,
  TrashIcon,
  UndoIcon,
  UploadIcon,
} from '@primer/octicons-react';
import '../domain/calendar.ts';
import '../domain/money-input.ts';
import '../domain/refusal.ts';
import '../domain/reports/contract.ts';
import '../domain/reports/financial-years.ts';
import '../domain/reports/split-by-date.ts';
import '../domain/schedule/balloon.ts';
import '../domain/schedule/due-dates.ts';
import '../domain/schedule/frequency.ts';
import '../domain/schedule/selection.ts';
import '../domain/schedule/terms.ts';
import './change.ts';
import './download.ts';
import './reports/reports.css';
import './schedules/accept-document.ts';
import './schedules/bank-amount.ts';
import './schedules/document-texts.ts';
import './schedules/long-table.tsx';
import './schedules/schedule-tabs.tsx';
import './schedules/texts.ts';
import './schedules/use-schedule.ts';
import './schedules/xero-mark.tsx';
import './tenants/history.tsx';
import './ui/dates.ts';
import './ui/file-under-way.tsx';
import './ui/money-input.tsx';
import './ui/save-blob.ts';
import './ui/selection-bar.css';
import './ui/switch.tsx';
import './ui/tabs.tsx';
import './ui/use-parameters.ts';
import './xero/begin-authorisation.ts';
import './xero/disconnected-notice.tsx';
import './xero/texts.ts';
import './xero/unlink.ts';

/** The bundler drops an import without a use. */
Object.freeze([ArchiveIcon, ChecklistIcon, ChevronRightIcon, CopyIcon, DownloadIcon, HistoryIcon]);
Object.freeze([LinkExternalIcon, LockIcon, PencilIcon, SyncIcon, TableIcon, TrashIcon, UndoIcon, UploadIcon]);
