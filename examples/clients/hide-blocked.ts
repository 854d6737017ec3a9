/** A front end's part of blocking: the service filters no feed, it says whose content to hide (service.md 1.2 and 4.4). */
import type { Client } from '../../client/index.ts';

/** A check names at most so many users. */
const USERS_PER_CHECK = 20;

/** The posts that the current user is to see. */
export async function visiblePosts<Post extends { readonly authorId: string }>(
  client: Client,
  posts: readonly Post[],
): Promise<readonly Post[]> {
  const authors = [...new Set(posts.map(({ authorId }) => authorId))];
  const hidden = new Map<string, boolean>();
  while (authors.length > 0) {
    const answer = await client.checkHidden({ query: { checkList: authors.splice(0, USERS_PER_CHECK) } });
    for (const [author, isHidden] of Object.entries(answer)) hidden.set(author, isHidden);
  }
  return posts.filter(({ authorId }) => !hidden.get(authorId));
}
