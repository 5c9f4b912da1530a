/** Batches of payments: documents of one type that are sent to Xero in one call. */
import { type DocumentType, xeroLimits } from '../services/xero/port.ts';
import type { PlannedPayment } from './payment-documents.ts';
import type { Progress } from './payment-progress.ts';

/** Documents of one schedule that are posted together. */
export interface Chosen {
  readonly scheduleId: string;
  readonly planned: readonly PlannedPayment[];
}

/** Documents of one type that are posted in one call. */
export interface PlannedBatch {
  readonly type: DocumentType;
  readonly chosen: readonly Chosen[];
}

/** Returns batches in the order of their dates, so that one is found in a narrow range of dates; fifty documents each. */
export function batchesOf(all: readonly Progress[]): readonly PlannedBatch[] {
  const dated = all.flatMap(({ scheduleId, contactId, planned: own }) =>
    contactId === null ? [] : own.map((document) => ({ scheduleId, document })),
  );
  dated.sort((a, b) => a.document.date.localeCompare(b.document.date));
  return (['SPEND', 'MANUAL-JOURNAL'] as const).flatMap((type) => {
    const ofType = dated.filter(({ document }) => document.document?.type === type);
    return inChunks(ofType, xeroLimits.documentsPerCall).map((batch): PlannedBatch => {
      const groups = Map.groupBy(batch, ({ scheduleId }) => scheduleId);
      const chosen = Array.from(groups, ([scheduleId, own]) => ({
        scheduleId,
        planned: own.map(({ document }) => document),
      }));
      return { type, chosen };
    });
  });
}

const inChunks = <Element>(all: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  );
