import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../../client/index.ts';
import { visiblePosts } from '../../examples/clients/hide-blocked.ts';
import { cloud, createNetwork, tokenFor } from '../../testing/service.ts';
import { serviceFetch } from '../../testing/service-fetch.ts';

describe('examples/clients/hide-blocked.ts', () => {
  test('returns a feed of any number of authors without the posts of blocked users', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const client = createClient({ baseUrl: cloud().url, fetch: serviceFetch, token });
    const posts = Array.from({ length: 50 }, (_, n) => ({ postId: n, authorId: `author-${n % 45}` }));
    for (const blockUserId of ['author-0', 'author-19', 'author-20', 'author-44']) {
      await client.blockUser({ body: { blockUserId } });
    }
    const hidden = [0, 19, 20, 44, 45];
    expect((await visiblePosts(client, posts)).map(({ postId }) => postId)).toEqual(
      posts.map(({ postId }) => postId).filter((postId) => !hidden.includes(postId)),
    );
  });

  test('is what the guide shows', () => {
    const [, shown = ''] = readFileSync('examples/clients/hide-blocked.ts', 'utf8').split(/(?=\/\*\* Returns)/);
    expect(readFileSync('docs/guides/front-ends.md', 'utf8')).toContain(`\`\`\`ts\n${shown}\`\`\``);
  });
});
