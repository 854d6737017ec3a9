import { useBlock, useHidden } from '@social-platform-services/client/react';

export interface Comment {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
}

/** The comments of everybody whom the current user has not blocked, each with a button that blocks its author. */
export function Comments({ comments }: { readonly comments: readonly Comment[] }) {
  const { status, isHidden } = useHidden(comments.map(({ authorId }) => authorId));
  // Here, and not in each comment: a comment that is hidden can't show that its block has failed.
  const { block, error } = useBlock();
  if (status === 'loading') return <p>Loading…</p>;
  // Fails open: without an answer everything shows. What is known to be hidden stays hidden.
  const shown = comments.filter(({ authorId }) => isHidden(authorId) !== true);
  return (
    <section>
      {status === 'failed' && <p role="alert">Comments of people whom you have blocked may show.</p>}
      {error !== undefined && <p role="alert">This did not work. Please try again.</p>}
      <ul aria-label="Comments">
        {shown.map(({ id, authorId, text }) => (
          <li key={id}>
            {authorId}: {text}{' '}
            {status === 'ready' && (
              <button type="button" onClick={() => block(authorId)}>
                Block {authorId}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
