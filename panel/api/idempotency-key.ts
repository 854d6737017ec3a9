/** Keys by which a request that is sent again is done once (docs/spec/requests.md#idempotency-keys). */

import { newIdempotencyKey } from '@social-platform-services/client/internal';
import { useRef } from 'react';

/**
 * Returns the key of a content: the same for the same content, a new one for another. So what is sent again, because
 * nobody knows whether it was done, is done once.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const latest = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return (content) => {
    const text = JSON.stringify(content);
    if (latest.current?.text !== text) latest.current = { text, key: newIdempotencyKey() };
    return latest.current.key;
  };
}
