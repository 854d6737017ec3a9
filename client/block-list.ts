/** The current user's own block list, where it is short and answers hide checks (docs/spec/blocking.md#hide-mode). */
import type { CallOptions, Methods, RequestTo } from './operation.ts';

/** The most pages: reading more costs more than the checks that they save. */
const MAX_PAGES = 3;

/**
 * Returns whom the current user has blocked. Undefined if that does not answer hide checks: the list is longer, or the
 * network also hides those who have blocked the user, or the service does not say. Rejects like `listBlockedUsers`.
 */
export async function shortBlockList(
  { listBlockedUsers }: Pick<Methods, 'listBlockedUsers'>,
  options?: CallOptions,
): Promise<ReadonlySet<string> | undefined> {
  const blocked = new Set<string>();
  let body: RequestTo<'listBlockedUsers'>['body'] = { withHideMode: true };
  for (let page = 0; page < MAX_PAGES; page++) {
    const { results, paginationToken, hideMode } = await listBlockedUsers({ body }, options);
    if (hideMode !== 'blocker') return undefined;
    for (const { blocked_userId } of results) blocked.add(blocked_userId);
    if (paginationToken === undefined) return blocked;
    body = { withHideMode: true, paginationToken };
  }
  return undefined;
}
