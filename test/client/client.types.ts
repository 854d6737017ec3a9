/** Calls that the compiler must accept or refuse: `tsc` fails if one of these lines is wrong. */
import { type AnswerTo, type Client, createClient, type RequestTo } from '../../client/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <Yes extends true>(): Yes | undefined => undefined;

declare const client: Client;
declare const userIds: readonly string[];
const webhook = { parameters: { webhookId: 'wh_01933b2c5d7e7f00a1b2c3d4e5f60718' } };

createClient({ baseUrl: 'https://api.example.com', token: async () => 'token' });
// @ts-expect-error A client needs a token.
createClient({ baseUrl: 'https://api.example.com' });

// Ids are strings, or other types that the contract accepts; lists may be read-only.
client.blockUser({ body: { blockUserId: 'bob' } });
client.blockUser({ body: { blockUserId: 42 } });
client.checkHidden({ query: { checkList: userIds } }, { signal: AbortSignal.timeout(100) });
client.listBlockedUsers({}, { onBehalfOf: 'alice' });
client.checkAudience({ body: { actorId: 'alice', userIds } });
// @ts-expect-error An array is not an id.
client.blockUser({ body: { blockUserId: ['bob'] } });
// @ts-expect-error A body with a required field can't be left out.
client.blockUser({});
// @ts-expect-error Nor can such a query.
client.checkHidden();

// Members with optional fields only may be left out, and a request has no members that its route doesn't have.
client.listWebhooks();
client.listBlockedUsers();
client.listBlockedUsers({ body: { paginationToken: undefined } });
client.listActivities({ query: { limit: 50 } });
client.sendTestEvent(webhook);
// @ts-expect-error The service parses a number, so the type is a number.
client.listActivities({ query: { limit: '50' } });
// @ts-expect-error This route has no query.
client.listWebhooks({ query: {} });
// @ts-expect-error This route has no body.
client.showWebhook({ ...webhook, body: {} });
// @ts-expect-error The path parameter is required.
client.showWebhook();
// @ts-expect-error The contract has no such state.
client.listDeliveries({ ...webhook, query: { state: 'lost' } });

isTrue<Same<AnswerTo<'checkHidden'>, Record<string, boolean>>>();
isTrue<Same<AnswerTo<'deleteWebhook'>, { status: 'success' }>>();
isTrue<Same<RequestTo<'checkHidden'>, { readonly query: { readonly checkList: readonly string[] } }>>();

export async function pagesAreTyped(): Promise<void> {
  for await (const { blocked_userId } of client.eachBlockedUser()) isTrue<Same<typeof blocked_userId, string>>();
  for await (const { state } of client.eachDelivery({ ...webhook, query: { limit: 100 } })) {
    isTrue<Same<typeof state, 'delivered' | 'retrying' | 'failed'>>();
  }
  // @ts-expect-error The path parameter is required here too.
  client.eachDelivery();
}
