/** The current user's activity records. */
import type { Client } from '../client.ts';
import type { RequestTo } from '../operation.ts';
import type { ActivityRecord } from '../types.generated.ts';
import { type ListState, type SharedStore, sharedStore } from './shared-store.ts';

/** The records, the newest first. */
export type ActivityState = ListState<ActivityRecord>;

/** The store of a client. */
export function activityStore(client: Client): SharedStore<ActivityState> {
  let items: readonly ActivityRecord[] = [];
  let next: RequestTo<'listActivities'> | undefined;

  const store = sharedStore<ActivityState>({
    async read() {
      const list: ActivityRecord[] = [];
      let after: typeof next;
      for await (const page of client.eachActivity().pages()) {
        list.push(...page.items);
        after = page.next;
        // As many as were shown before.
        if (list.length >= items.length) break;
      }
      return () => {
        items = list;
        next = after;
      };
    },
    async readMore() {
      const { value } = await client.eachActivity(next).pages().next();
      return () => {
        if (value) [items, next] = [[...items, ...value.items], value.next];
      };
    },
    drop() {
      items = [];
    },
    stateOf({ status, error }) {
      const isReady = status === 'ready';
      return { status, error, items: isReady ? items : [], hasMore: isReady && next !== undefined };
    },
  });
  client.blocks.subscribe((change) => {
    if (change === 'cleared') store.reset();
  });
  return store;
}
