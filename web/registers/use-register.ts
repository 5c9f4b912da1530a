import { useApi } from '../data/api.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { registerTexts } from './texts.ts';

/** While Paydown checks whether Xero has an entry, the register is read again so often. Milliseconds. */
const CHECKING_MS = 30_000;

/** Returns a register and its entity, each undefined until loaded. */
export function useRegister(entityId: string, registerId: string) {
  const entity = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const register = useApi(
    'GET /v1/entities/{entityId}/registers/{registerId}',
    { params: { entityId, registerId } },
    {
      refreshInterval: (loaded) =>
        loaded?.entries.some(({ state }) => state === 'posting') ? CHECKING_MS : 0,
    },
  );
  useLoadFailure(entity.error ?? register.error, registerTexts.load);
  return { entity: entity.data, register: register.data };
}
