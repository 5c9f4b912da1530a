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
import '../domain/amortisation/balloon.ts';
import '../domain/amortisation/due-dates.ts';
import '../domain/amortisation/frequency.ts';
import '../domain/contract/selection.ts';
import '../domain/amortisation/terms.ts';
import './data/change.ts';
import './data/download.ts';
import './reports/reports.css';
import './contract/accept-document.ts';
import './schedules/bank-amount.ts';
import './contract/document-texts.ts';
import './contract/long-table.tsx';
import './contract/schedule-tabs.tsx';
import './contract/texts.ts';
import './data/use-schedule.ts';
import './contract/xero-mark.tsx';
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
