/** The kinds of records that can be imported and exported. */
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { findNetwork } from '../networks.ts';
import { activityOf } from './activity.ts';
import { blocksOf } from './blocks.ts';
import type { RecordKind } from './record-kind.ts';

export const recordKindNames = ['blocks', 'activity'] as const;
export type RecordKindName = (typeof recordKindNames)[number];

/** Throws NetworkNotFoundError. */
export async function openKind(
  connection: Connection,
  networkId: NetworkId,
  name: RecordKindName,
): Promise<RecordKind> {
  const { activityRetentionDays } = await findNetwork(connection, networkId);
  switch (name) {
    case 'blocks':
      return blocksOf(connection, networkId);
    case 'activity':
      return activityOf(connection, networkId, activityRetentionDays);
  }
}
