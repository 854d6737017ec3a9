import { useActivity, useBlock, useBlockList } from '@social-platform-services/client/react';

/** The users whom the current user has blocked, each with a button that unblocks. */
export function BlockedUsers() {
  const { status, items, hasMore, loadMore, refresh } = useBlockList();
  const { unblock, error } = useBlock();
  if (status === 'signed-out') return <p>Sign in to block people.</p>;
  if (status === 'off') return <p>Nobody can be blocked here.</p>;
  if (status === 'failed') {
    return (
      <p role="alert">
        The list could not be loaded.{' '}
        <button type="button" onClick={refresh}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <section>
      {error !== undefined && <p role="alert">This did not work. Please try again.</p>}
      <ul aria-label="Blocked">
        {items.map(({ blocked_userId, expiresAt }) => (
          <li key={blocked_userId}>
            {blocked_userId} {expiresAt !== undefined && `until ${new Date(expiresAt).toLocaleString()} `}
            <button type="button" onClick={() => unblock(blocked_userId)}>
              Unblock {blocked_userId}
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={loadMore}>
          More
        </button>
      )}
    </section>
  );
}

/** What the current user has done, the newest first. */
export function Activity() {
  const { status, items, hasMore, loadMore } = useActivity();
  if (status !== 'ready') return null;
  return (
    <section>
      <ul aria-label="Activity">
        {items.map(({ createdAt, objectType, targetType, targetId }) => (
          <li key={createdAt}>
            {objectType} on {targetType} {targetId}
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={loadMore}>
          More activity
        </button>
      )}
    </section>
  );
}
