/** The file of the database: DynamoDB Local has one for each access key id and region, unless all share one. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_REGION } from '../template/names.ts';

const SHARED = 'shared-local-instance.db';

export const databaseFile = (folder: string, accessKeyId: string): string =>
  join(folder, `${accessKeyId}_${LOCAL_REGION}.db`);

/**
 * Gives the shared file of an earlier version the name of the key, so that its tables are there. A shared file beside
 * one of the key is that of an earlier version that was started again later, and stays. AWS names both files: "DynamoDB
 * local usage notes".
 */
export function adoptSharedFile(folder: string, accessKeyId: string): void {
  const own = databaseFile(folder, accessKeyId);
  if (existsSync(own)) return;
  // SQLite's journals first, so that a crash in between is made up for at the next start.
  const files = readdirSync(folder).filter((name) => name.startsWith(SHARED));
  for (const name of files.sort().reverse()) renameSync(join(folder, name), name.replace(SHARED, own));
}
