/**
 * Modules that nearly every page needs. The build puts everything that this file reaches into one chunk; without it the
 * first page would load forty.
 */
import {
  AlertIcon,
  BellIcon,
  CheckIcon,
  EyeIcon,
  GraphIcon,
  SlidersIcon,
  HomeIcon,
  KebabHorizontalIcon,
  OrganizationIcon,
  PlusIcon,
  QuestionIcon,
  SearchIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  ThreeBarsIcon,
  XIcon,
} from '@primer/octicons-react';
import { Button, Label, Spinner } from '@primer/react';
import { createRoot } from 'react-dom/client';
import './data/api.ts';
import './data/entity-texts.ts';
import './help/help-link.tsx';
import './help/help-path.ts';
import './data/messages.ts';
import './data/return-path.ts';
import './theme/theme.ts';
import './ui/closed-by-back.ts';
import './ui/confirm.tsx';
import './ui/crash-screen.tsx';
import './ui/deferred.tsx';
import './ui/deleted-pages.ts';
import './ui/empty.tsx';
import './ui/facts.tsx';
import './ui/field.tsx';
import './ui/drafts.ts';
import './ui/kept-draft.tsx';
import './ui/load-failure.ts';
import './ui/logo.tsx';
import './ui/menu-button.tsx';
import './ui/money.tsx';
import './ui/notice.tsx';
import './ui/page.tsx';
import './ui/select-field.tsx';
import './ui/skeleton.tsx';
import './ui/table.tsx';
import './ui/text-field.tsx';
import './ui/toasts.tsx';
import './ui/unsaved.ts';
import './ui/use-submit.ts';
import './data/account.ts';
import './users/invite-keys.ts';
import './data/lead-attribution.ts';

/** The bundler drops an import without a use. */
Object.freeze([Button, Label, Spinner, createRoot]);
Object.freeze([
  AlertIcon,
  BellIcon,
  CheckIcon,
  EyeIcon,
  GraphIcon,
  SlidersIcon,
  HomeIcon,
  KebabHorizontalIcon,
]);
Object.freeze([OrganizationIcon, PlusIcon, QuestionIcon, SearchIcon, SidebarCollapseIcon]);
Object.freeze([SidebarExpandIcon, ThreeBarsIcon, XIcon]);
