/** The hide check for any number of users, in requests that API Gateway accepts (docs/spec/blocking.md#size-of-a-hide-check). */
import type { Methods } from './operation.ts';

/** The most users that the service checks in one request. */
const MAX_USERS = 20;
/**
 * API Gateway accepts 10,240 bytes of request line and headers. The token of a user can have 4,096 of them; another 2,048
 * are for the base URL and what browsers and proxies add.
 */
const MAX_QUERY_BYTES = 4_096;

/**
 * Returns `checkHidden` without its limits on the ids of one request: it sends as many requests as needed, one after the
 * other, each with its own token and timeout, and joins the results. Without ids it sends none. The first error is thrown.
 */
export const checkHiddenInParts =
  (checkHidden: Methods['checkHidden']): Methods['checkHidden'] =>
  async ({ query: { checkList } }, options) => {
    const hidden: [string, boolean][] = [];
    for (const part of partsOf(checkList)) {
      hidden.push(...Object.entries(await checkHidden({ query: { checkList: part } }, options)));
    }
    // fromEntries creates own properties even for ids such as __proto__.
    return Object.fromEntries(hidden);
  };

/** The distinct ids in their order. */
function partsOf(checkList: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const userId of new Set(checkList)) {
    const more = `&checkList=${encodeURIComponent(userId)}`.length;
    if (part.length === 0 || part.length === MAX_USERS || bytes + more > MAX_QUERY_BYTES) {
      part = [];
      bytes = 0;
      parts.push(part);
    }
    part.push(userId);
    bytes += more;
  }
  return parts;
}
