/** What the hooks stand on for blocks, as components use it, with a service in memory. */

import type { Client } from '../../client/index.ts';
import { type BlockStore, blockStore } from '../../client/react/block-store.ts';
import type { BlockService } from './block-service.ts';

/** The users of whom components ask whether to hide them. */
export const shownUsers: readonly string[] = Array.from({ length: 10 }, (_, n) => `${n}`);

/** A session in which a component shows the blocks. */
export interface BlockSession {
  readonly client: Client;
  readonly store: BlockStore;
  /** How many times other windows were told of a change. */
  readonly announced: () => number;
  /** How many times components were told to render. */
  readonly renderings: () => number;
  /** Resolves when nothing happens any more. */
  readonly settled: () => Promise<void>;
  /** Which of the users are not shown. */
  readonly hidden: () => readonly string[];
  /** Of which of the users it is known whether they are hidden. */
  readonly known: () => readonly string[];
  /** The ids of the list. */
  readonly listed: () => readonly string[];
  /** Nothing shows the blocks any more. */
  readonly close: () => void;
}

/** Opens a session. */
export function openBlocks(service: BlockService): BlockSession {
  const client = service.newClient();
  let announced = 0;
  let renderings = 0;
  const store = blockStore(client, () => {
    announced += 1;
  });
  // As the effect of a component does.
  const close = store.subscribe(() => {
    renderings += 1;
    queueMicrotask(() => store.check(shownUsers));
  });
  const seen = () => `${service.requests.length} ${renderings}`;
  const isHidden = (userId: string) => store.getSnapshot().isHidden(userId);
  return {
    client,
    store,
    announced: () => announced,
    renderings: () => renderings,
    async settled() {
      for (let quiet = 0, before = seen(); quiet < 3; quiet = seen() === before ? quiet + 1 : 0) {
        before = seen();
        await new Promise(setImmediate);
      }
    },
    hidden: () => shownUsers.filter((userId) => isHidden(userId) !== false),
    known: () => shownUsers.filter((userId) => isHidden(userId) !== undefined),
    listed: () => store.getSnapshot().items.map(({ blocked_userId }) => blocked_userId),
    close,
  };
}
