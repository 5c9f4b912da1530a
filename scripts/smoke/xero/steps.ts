import type { Step } from '../steps.ts';
import { connectionStep } from './connections.ts';
import { consentStep, refreshStep } from './consent.ts';
import { journalStep } from './journals.ts';
import { limitStep, lockStep } from './limits.ts';
import { accountChangesStep, contactsStep } from './lists.ts';
import { lookUpStep } from './look-ups.ts';
import { accountsStep, organisationStep } from './organisation.ts';
import { ownClientStep } from './own-client.ts';
import { batchStep, keysStep, spendStep } from './transactions.ts';
import type { XeroWorld } from './world.ts';

/** The steps against Xero, in their order: each uses objects of those before it. */
export const xeroSteps: readonly Step<XeroWorld>[] = [
  consentStep,
  refreshStep,
  organisationStep,
  accountsStep,
  accountChangesStep,
  contactsStep,
  spendStep,
  batchStep,
  keysStep,
  lookUpStep,
  journalStep,
  ownClientStep,
  lockStep,
  limitStep,
  connectionStep,
];
