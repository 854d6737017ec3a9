/** Hides the posts of blocked users: the service filters no feeds (docs/spec/blocking.md#filtering-by-the-client). */
import type { Client } from '../../client/index.ts';

/** Returns the posts without those whose authors are hidden from the current user. */
export async function visiblePosts<Post extends { readonly authorId: string }>(
  client: Client,
  posts: readonly Post[],
): Promise<readonly Post[]> {
  return await client.blocks.filter(posts, ({ authorId }) => authorId);
}
