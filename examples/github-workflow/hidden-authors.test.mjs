/** What a front end relies on, against the platform that the workflow has started: `node --test` runs it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@social-platform-services/client';
import { createAccessToken } from '@social-platform-services/client/server';

const { PLATFORM_URL: baseUrl = '', PLATFORM_KEY: key = '' } = process.env;
const clientOf = (userId) =>
  createClient({ baseUrl, token: () => createAccessToken({ networkId: 'demo', userId, key: JSON.parse(key) }) });

test('posts of somebody whom alice has blocked are hidden from her, and from nobody else', async () => {
  const [alice, dave] = [clientOf('alice'), clientOf('dave')];
  await alice.blockUser({ body: { blockUserId: 'bob' } });
  const posts = [{ author: 'bob' }, { author: 'carol' }];
  assert.deepEqual(await alice.blocks.filter(posts, ({ author }) => author), [{ author: 'carol' }]);
  assert.deepEqual(await dave.blocks.filter(posts, ({ author }) => author), posts);
});
