import { beforeEach, describe } from 'vitest';
import { withEmbeddedTable } from '../support/embedded-table.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { describeConditions } from './contract/conditions.ts';
import { describeQueries } from './contract/queries.ts';
import { describeReads } from './contract/reads.ts';
import type { UnderTest } from './contract/under-test.ts';
import { describeTransactions } from './contract/transactions.ts';
import { describeUpdates } from './contract/updates.ts';

describe('the memory table', () => {
  const current = { table: createMemoryTable() };
  beforeEach(() => {
    current.table = createMemoryTable();
  });
  describeContract(current);
});

describe('the DynamoDB table', () => {
  describeContract(withEmbeddedTable());
});

function describeContract(current: UnderTest): void {
  describeReads(current);
  describeQueries(current);
  describeUpdates(current);
  describeConditions(current);
  describeTransactions(current);
}
