/** What the provider remembers between requests: codes, sessions, refresh tokens. In memory: a restart ends them. */
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const MOST_KEPT = 5_000;

/** A store of its own for each provider. Entries go when they expire. */
export function memoryStore(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: MOST_KEPT });
  const findBy = (model: string, isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const [key, payload] of entries.entries())
      if (key.startsWith(`${model}:`) && isWanted(payload)) return payload;
    return undefined;
  };

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresInSeconds) {
        entries.set(keyOf(id), payload, expiresInSeconds === undefined ? {} : { ttl: expiresInSeconds * 1_000 });
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => findBy(model, (payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy(model, (payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = entries.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}
