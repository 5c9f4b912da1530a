/** The entity that this tab has just linked to Xero, until the page is loaded again. */
import { createStore } from '../data/store.ts';

const linked = createStore<string | null>(null);

export const storeLinked = (entityId: string): void => linked.write(entityId);

export const forgetLinked = (): void => linked.write(null);

export const useJustLinked = (): string | null => linked.use();
