/** Hides the posts of blocked users: the service filters no feeds (docs/spec/blocking.md#filtering-by-the-client). */
import type { Client } from '../../client/index.ts';

/** The maximum of one request. */
const USERS_PER_CHECK = 20;

/** Returns the posts without those whose authors are hidden from the current user. */
export async function visiblePosts<Post extends { readonly authorId: string }>(
  client: Client,
  posts: readonly Post[],
): Promise<readonly Post[]> {
  const authors = [...new Set(posts.map(({ authorId }) => authorId))];
  const hidden = new Map<string, boolean>();
  while (authors.length > 0) {
    const response = await client.checkHidden({ query: { checkList: authors.splice(0, USERS_PER_CHECK) } });
    for (const [author, isHidden] of Object.entries(response)) hidden.set(author, isHidden);
  }
  return posts.filter(({ authorId }) => !hidden.get(authorId));
}
