/** What `npm start` prints when it is ready: links and curl lines that work as they are, with real tokens. */

/** Tokens and a link for the network `demo`. */
export interface WelcomeKeys {
  readonly user: string;
  readonly server: string;
  /** To the panel, signed in; absent without a panel. */
  readonly link: string | undefined;
}

/** The lines to paste; each works by itself. */
export function welcomeLines(url: string, { user, server, link }: WelcomeKeys): readonly string[] {
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
    ...(link === undefined
      ? []
      : ['# the admin panel of the network demo, signed in', link, '# the documentation', `${url}/docs/`]),
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
