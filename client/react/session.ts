/** What the components of a client share, and when it is read anew. */
import type { Client } from '../client.ts';
import { type ActivityState, activityStore } from './activity-store.ts';
import { type Blocking, blockStore } from './block-store.ts';
import { type ListState, type Store, sharedStore } from './shared-store.ts';

/** The channel by which the windows of an origin tell each other that blocks have changed. */
const CHANNEL = 'sps.blocks';

export interface Session {
  readonly blocks: Blocking;
  readonly activity: Store<ActivityState>;
  /** Listens to the window and to others until the function that it returns is called. For browsers; elsewhere it does nothing. */
  listen(): () => void;
}

const sessions = new WeakMap<Client, Session>();

/** The session of a client: the same one each time. */
export function sessionOf(client: Client): Session {
  const session = sessions.get(client) ?? newSession(client);
  sessions.set(client, session);
  return session;
}

function newSession(client: Client): Session {
  let channel: BroadcastChannel | undefined;
  const blocks = blockStore(client, () => channel?.postMessage('changed'));
  const activity = activityStore(client);
  return {
    blocks,
    activity,
    listen() {
      if (typeof document === 'undefined') return () => {};
      const isShown = (): boolean => document.visibilityState === 'visible';
      const wake = (): void => {
        if (!isShown()) return;
        blocks.wake();
        activity.wake();
      };
      const own = openChannel();
      channel = own;
      if (own !== undefined) own.onmessage = () => blocks.changed(isShown());
      const ending = new AbortController();
      for (const type of ['focus', 'visibilitychange']) addEventListener(type, wake, ending);
      // Nobody has listened until now.
      wake();
      return () => {
        ending.abort();
        own?.close();
        channel = undefined;
      };
    },
  };
}

/** Undefined where there is none, as in frames of other sites whose storage the browser blocks. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
}

/** A list of nobody, which is never read. */
const nobodys = <State extends ListState<unknown>>(state: State): Store<State> =>
  sharedStore({ read: () => new Promise(() => {}), stateOf: () => state });

const refuse = async (): Promise<never> => {
  throw new Error('Nobody is signed in.');
};

const nothing = { status: 'signed-out', error: undefined, items: [], hasMore: false } as const;

/** The session without a client. It requests nothing. */
export const signedOut: Session = {
  blocks: { ...nobodys({ ...nothing, isHidden: () => false }), check() {}, block: refuse, unblock: refuse },
  activity: nobodys(nothing),
  listen: () => () => {},
};
