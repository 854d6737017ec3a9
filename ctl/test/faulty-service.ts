/** Imports into a service whose database has faults. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { type Run, runCtl, type Service, startService } from '../../test/support/ctl.ts';
import { jsonError } from '../../test/support/fake-aws.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { RecordKindName } from '../bulk/records.ts';
import { createNetwork } from '../networks.ts';
import { type DatabaseCall, type Fault, startDatabase } from './faulty-database.ts';

export const throttled = jsonError('ProvisionedThroughputExceededException', 'too fast');
export const failed = jsonError('InternalFailure', 'busy', 500);
export const denied = jsonError('AccessDeniedException', 'no');

/** The line of a record. Each of its writes is counted. */
export const lineOf: Readonly<Record<RecordKindName, (n: number) => string>> = {
  blocks: (n) => JSON.stringify({ blocker: `user-${n % 7}`, blocked: `blocked-${n}` }),
  activity: (n) =>
    JSON.stringify({
      userId: `user-${n % 7}`,
      createdAt: new Date(1_700_000_000_000 + n).toISOString(),
      targetId: 'post',
      targetType: 'post',
      objectId: `object-${n}`,
      objectType: n % 3 === 0 ? 'comment' : 'reaction_like',
      parentType: 'post',
      parentId: 'post',
    }),
};

/** The writes of one line of many: 25 blocks are one, and each third record of activity, a comment, is two. */
export const writesPerLine: Readonly<Record<RecordKindName, number>> = { blocks: 1 / 25, activity: 4 / 3 };

/** A new file of so many records. */
export function fileOf(kind: RecordKindName, count: number): string {
  const path = join(temporaryFolder(), `${kind}.ndjson`);
  writeFileSync(path, Array.from({ length: count }, (_, n) => `${lineOf[kind](n)}\n`).join(''));
  return path;
}

export const progressOf = (path: string): string => `${path}.import-progress.json`;

/** How many lines the progress of an import says are done. */
export const linesIn = (path: string): number =>
  v.parse(v.object({ lines: v.number() }), JSON.parse(readFileSync(progressOf(path), 'utf8'))).lines;

const isWrite = ({ operation, body }: DatabaseCall): boolean =>
  operation === 'BatchWriteItem' || (operation === 'PutItem' && body.includes('object-'));

/** Starts the service before the tests of a file, and stops it after them. Each test begins without faults. */
export function faultyService() {
  let service: Service;
  let database: Awaited<ReturnType<typeof startDatabase>>;
  let networks = 0;
  let began = 0;
  const self = {
    /** What happens to the writes of imports, and to scans. */
    faultOf: (_: DatabaseCall): Fault => undefined,
    /** The data folder of a local cloud with this database. */
    folder: '',
    /** The same tables without faults. */
    service: () => service,
    /** Counts the writes from now on. */
    countWrites(): void {
      began = allWrites();
    },
    writes: (): number => allWrites() - began,
    async newNetwork(): Promise<NetworkId> {
      const id = v.parse(NetworkId, `import-${networks++}`);
      await createNetwork(service.connection, id);
      return id;
    },
    words: (kind: RecordKindName, id: NetworkId, path: string, rate = 40_000): readonly string[] => [
      ...['import', kind, '--network', id, path, '--rate', `${rate}`],
      ...['--json', '--data', self.folder],
    ],
    /** Imports in a process, since an error of a socket is no Error of Jest's realm. */
    importing: (kind: RecordKindName, id: NetworkId, path: string): Promise<Run> => runCtl(self.words(kind, id, path)),
    /** How many records are stored. */
    async stored(kind: RecordKindName, id: NetworkId): Promise<number> {
      const { stdout } = await service.ctl('export', kind, '--network', id);
      return new Set(stdout.split('\n').filter((line) => line !== '')).size;
    },
  };
  const allWrites = (): number => database.calls.filter(isWrite).length;
  beforeAll(async () => {
    service = await startService();
    database = await startDatabase(
      (call) => (isWrite(call) || call.operation === 'Scan' ? self.faultOf(call) : undefined),
      service.endpoint,
    );
    self.folder = temporaryFolder();
    const cloud = JSON.parse(readFileSync(join(service.folder, 'cloud.json'), 'utf8'));
    writeFileSync(join(self.folder, 'cloud.json'), JSON.stringify({ ...cloud, endpoints: { dynamodb: database.url } }));
  });
  beforeEach(() => {
    self.faultOf = () => undefined;
    self.countWrites();
  });
  afterAll(async () => {
    await database.stop();
    service.stop();
  });
  return self;
}
