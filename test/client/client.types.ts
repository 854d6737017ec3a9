/** What the compiler must take and refuse of a call: `tsc` fails where one of these lines stops being right. */
import { type AnswerTo, type Client, createClient, type RequestTo } from '../../client/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <Yes extends true>(): Yes | undefined => undefined;

declare const client: Client;
declare const userIds: readonly string[];
const webhook = { parameters: { webhookId: 'wh_01933b2c5d7e7f00a1b2c3d4e5f60718' } };

createClient({ baseUrl: 'https://api.example.com', token: async () => 'token' });
// @ts-expect-error There is no call without a token, nor a client.
createClient({ baseUrl: 'https://api.example.com' });

// Ids are strings, or what the contract takes besides; lists may be read-only.
client.blockUser({ body: { blockUserId: 'bob' } });
client.blockUser({ body: { blockUserId: 42 } });
client.checkHidden({ query: { checkList: userIds } }, { signal: AbortSignal.timeout(100) });
// @ts-expect-error An array is not an id.
client.blockUser({ body: { blockUserId: ['bob'] } });
// @ts-expect-error A body that must hold something can't be left out.
client.blockUser({});
// @ts-expect-error The query must hold something too.
client.checkHidden();

// What may be left out whole is, and what a route doesn't take is not there.
client.listWebhooks();
client.listBlockedUsers();
client.listBlockedUsers({ body: { paginationToken: undefined } });
client.listActivities({ query: { limit: 50 } });
client.sendTestEvent(webhook);
// @ts-expect-error The service understands a number, so that is what it is given.
client.listActivities({ query: { limit: '50' } });
// @ts-expect-error This route takes nothing.
client.listWebhooks({ query: {} });
// @ts-expect-error This route takes no body.
client.showWebhook({ ...webhook, body: {} });
// @ts-expect-error It needs its path.
client.showWebhook();
// @ts-expect-error States are those of the contract.
client.listDeliveries({ ...webhook, query: { state: 'lost' } });

isTrue<Same<AnswerTo<'checkHidden'>, Record<string, boolean>>>();
isTrue<Same<AnswerTo<'deleteWebhook'>, { status: 'success' }>>();
isTrue<Same<RequestTo<'checkHidden'>, { readonly query: { readonly checkList: readonly string[] } }>>();

export async function pagesAreTyped(): Promise<void> {
  for await (const { blocked_userId } of client.eachBlockedUser()) isTrue<Same<typeof blocked_userId, string>>();
  for await (const { state } of client.eachDelivery({ ...webhook, query: { limit: 100 } })) {
    isTrue<Same<typeof state, 'delivered' | 'retrying' | 'failed'>>();
  }
  // @ts-expect-error A page leads on by itself, but not to nowhere.
  client.eachDelivery();
}
