/** The current user's own block list, where it is short and answers hide checks (docs/spec/blocking.md#hide-mode). */
import type { CallOptions, Methods, RequestTo } from './operation.ts';

/** The most pages: reading more costs more than the checks that they save. */
const MAX_PAGES = 3;

/** A block list that answers hide checks. */
export interface ShortBlockList {
  readonly blocked: ReadonlySet<string>;
  /** When the first of the blocks ends by `Date.now()`, or a little earlier; without an end, Infinity. */
  readonly firstEnd: number;
}

/**
 * Returns whom the current user has blocked. Undefined if that does not answer hide checks: the list is longer, or the
 * network also hides those who have blocked the user, or the service does not say. Rejects like `listBlockedUsers`.
 */
export async function shortBlockList(
  { listBlockedUsers }: Pick<Methods, 'listBlockedUsers'>,
  options?: CallOptions,
): Promise<ShortBlockList | undefined> {
  const blocked = new Set<string>();
  let firstEnd = Number.POSITIVE_INFINITY;
  let body: RequestTo<'listBlockedUsers'>['body'] = { withHideMode: true };
  for (let page = 0; page < MAX_PAGES; page++) {
    const sentAt = Date.now();
    const { results, paginationToken, hideMode, now } = await listBlockedUsers({ body }, options);
    if (hideMode !== 'blocker') return undefined;
    for (const { blocked_userId, expiresAt } of results) {
      blocked.add(blocked_userId);
      if (expiresAt === undefined) continue;
      if (now === undefined) return undefined;
      // Not by the clock of the device, which may be wrong by any time.
      firstEnd = Math.min(firstEnd, sentAt + Date.parse(expiresAt) - Date.parse(now));
    }
    if (paginationToken === undefined) return { blocked, firstEnd };
    body = { withHideMode: true, paginationToken };
  }
  return undefined;
}
