/** The provider's storage of codes, sessions and refresh tokens. It is in memory: a restart ends every sign-in. */
import { LRUCache } from 'lru-cache';
import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 5_000;

/** A separate store for each provider. Entries are removed when they expire. */
export function memoryStore(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES });

  return (model) => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresInSeconds) {
        entries.set(keyOf(id), payload, expiresInSeconds === undefined ? {} : { ttl: expiresInSeconds * 1_000 });
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => entries.find((payload, key) => key.startsWith(keyOf('')) && payload.uid === uid),
      /** Codes that users type belong to the device flow, which is off. */
      findByUserCode: async () => undefined,
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
