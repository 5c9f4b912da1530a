/** The acknowledged writes of clients, which the product must show after a crash. */
import type { RouteClient } from '../../../functions/client/route-client.ts';

/** The possible names of a thing; null: it does not exist. More than one after a write whose answer was lost. */
type Possible = readonly (string | null)[];

interface Thing {
  readonly entityId: string;
  possible: Possible;
}

export class Ledger {
  /** Schedules and registers. */
  readonly #things = new Map<string, Thing>();
  readonly #entities = new Map<string, string>();
  acknowledged = 0;

  entityCreated(entityId: string, name: string): void {
    this.acknowledged++;
    this.#entities.set(entityId, name);
  }

  /** Makes a write of a schedule or a register; the old and the new name are possible when no answer arrives. */
  async write(
    entityId: string,
    id: string,
    name: string | null,
    send: () => Promise<unknown>,
  ): Promise<void> {
    const known = this.#things.get(id) ?? { entityId, possible: [null] };
    this.#things.set(id, known);
    const before = known.possible;
    known.possible = [...before, name];
    await send();
    known.possible = [name];
    this.acknowledged++;
  }

  /** Returns what the product shows differently. */
  async differences(call: RouteClient): Promise<string[]> {
    const found: string[] = [];
    const entities = new Map((await call('GET /v1/entities')).map((entity) => [entity.id, entity]));
    for (const [entityId, name] of this.#entities) {
      const entity = entities.get(entityId);
      if (entity?.name !== name) {
        found.push(`The entity ${name} is ${entity ? `named ${entity.name}` : 'gone'}`);
        continue;
      }
      const listed = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
      if (listed.length !== entity.schedulesCount) {
        found.push(`The entity ${name} counts ${entity.schedulesCount} schedules and lists ${listed.length}`);
      }
      const registers = await call('GET /v1/entities/{entityId}/registers', { params: { entityId } });
      const names = new Map([
        ...listed.map(({ id, description }) => [id, description] as const),
        ...registers.map(({ id, name: shown }) => [id, shown] as const),
      ]);
      for (const [id, thing] of this.#things) {
        if (thing.entityId !== entityId) continue;
        const shown = names.get(id) ?? null;
        if (thing.possible.includes(shown)) thing.possible = [shown];
        else found.push(`The schedule or register ${id} is ${shown} and not ${thing.possible.join(' or ')}`);
      }
    }
    return found;
  }
}
