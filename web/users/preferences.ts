import { useStoredPreferences } from '../data/account.ts';
import { call, type Answer } from '../data/api.ts';
import { toast } from '../ui/toasts.tsx';

type Preferences = Answer<'GET /v1/users/metadata'>;

interface PreferencesState {
  /** Undefined until they are read. */
  readonly preferences: Preferences | undefined;
  readonly isLoading: boolean;
  /** Shows the changes at once. If they are refused, shows the text, takes the changes back and returns false. */
  readonly save: (changes: Partial<Preferences>, failure: string) => Promise<boolean>;
}

/** The last write. Each waits for the one before, so that the last click counts. */
let written: Promise<unknown> = Promise.resolve();

function write(changes: Partial<Preferences>): Promise<Preferences> {
  const saved = written.then(() => call('PATCH /v1/users/metadata', { body: changes }));
  written = saved.catch(() => undefined);
  return saved;
}

/** The user's preferences in the portal. */
export function usePreferences(): PreferencesState {
  const { data: preferences, isLoading, mutate } = useStoredPreferences();
  return {
    preferences,
    isLoading,
    save: async (changes, failure) => {
      const optimistic = preferences && { optimisticData: { ...preferences, ...changes } };
      try {
        await mutate(write(changes), {
          ...optimistic,
          revalidate: false,
        });
        return true;
      } catch (error) {
        toast.failure(error, failure);
        return false;
      }
    },
  };
}
