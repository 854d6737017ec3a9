/** The networks of a new local cloud, and what the terminal shows of the first: links, and curl lines with tokens. */

import { type Connection, connectTo, PANEL_URL } from '@social-platform-services/ctl/connection';
import { allNetworks, changesOf, createNetwork } from '@social-platform-services/ctl/networks';
import { mintToken, reusableLink } from '@social-platform-services/ctl/tokens';
import type { RunningCloud } from '@social-platform-services/local';
import * as v from 'valibot';
import { Feature } from '../../contract/access.ts';
import { HOUR_SECONDS } from '../../contract/durations.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { AdminLink } from '../../lambdas/auth/admin-links-table.ts';

/** Network id → whether all features are on. */
const seededNetworks = { demo: true, other: true, locked: false } as const;

/** Creates the three networks, unless the database has any network already. */
export const seedNetworks = (cloud: RunningCloud): Promise<void> =>
  connected(cloud, async (connection) => {
    if ((await allNetworks(connection)).length > 0) return;
    await Promise.all(
      Object.entries(seededNetworks).map(async ([id, featuresOn]) => {
        const networkId = v.parse(NetworkId, id);
        await createNetwork(connection, networkId);
        if (featuresOn) await changesOf(connection).setFeatures(networkId, Feature.options, true);
      }),
    );
  });

const TOKEN_SECONDS = 12 * HOUR_SECONDS;

/** The lines to paste; each works by itself. There are none if the network `demo` was removed. */
export const welcomeLines = (cloud: RunningCloud): Promise<readonly string[]> =>
  connected(cloud, async (connection) => {
    const networkId = v.parse(NetworkId, 'demo');
    const networks = await allNetworks(connection);
    if (!networks.some((network) => network.networkId === networkId)) return [];
    const token = (userId: string, role: 'user' | 'server'): Promise<string> =>
      mintToken(connection, { networkId, userId: v.parse(UserId, userId), role, lifetimeSeconds: TOKEN_SECONDS });
    const { [PANEL_URL]: panelUrl } = cloud.outputs;
    const [user, server, link] = await Promise.all([
      token('alice', 'user'),
      token('platform', 'server'),
      panelUrl === undefined ? undefined : reusableLink(connection, panelUrl, developer(networkId)),
    ]);
    const links =
      link === undefined
        ? []
        : ['# the admin panel of the network demo, signed in', link, '# the documentation', `${cloud.url}/docs/`];
    return [...links, ...curlLines(cloud.url, user, server)];
  });

const developer = (networkId: NetworkId): AdminLink => ({
  networkId,
  userId: v.parse(UserId, 'developer'),
  role: 'admin',
  sessionSeconds: TOKEN_SECONDS,
});

/** With the tokens of a user and of a back end. */
function curlLines(url: string, user: string, server: string): readonly string[] {
  const curl = (method: string, path: string, token: string, body?: object): string => {
    const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
    const request = method === 'GET' ? '' : ` -X ${method}`;
    return `curl -s${request} '${url}${path}' -H 'Authorization: Bearer ${token}'${data}`;
  };
  const reaction = {
    events: [
      {
        event: 'v3.post.didAddReaction',
        data: {
          posts: [{ postId: 'post-1' }],
          reactor: { reactionId: 'reaction-1', reactionName: 'like', userId: 'alice' },
        },
      },
    ],
  };
  return [
    '# alice, a user of the network demo, blocks bob',
    curl('POST', '/block/members', user, { blockUserId: 'bob' }),
    '# whom has she blocked?',
    curl('POST', '/block', user, {}),
    '# should content of bob and carol be hidden from her?',
    curl('GET', '/block/members?checkList=bob&checkList=carol', user),
    '# the platform reports that she liked a post',
    curl('POST', '/events', server, reaction),
    '# and there it is, in her activity',
    curl('GET', '/user-activities', user),
  ];
}

async function connected<T>(cloud: RunningCloud, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connectTo(cloud);
  try {
    return await use(connection);
  } finally {
    connection.client.destroy();
  }
}
