/** The emulators of a test file, with which parts of the local cloud are tried alone. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { credentialsOf, type LocalCredentials } from '../aws-clients.ts';
import { type Database, startDatabase } from '../dynamodb/database.ts';
import { type QueueServer, startQueueServer } from '../sqs/queues.ts';
import { type Assembly, readAssembly, synthesize } from '../template/assembly.ts';

/** Those with which they answer. */
export const credentials: LocalCredentials = credentialsOf(randomBytes(8).toString('hex'));

/** Queues for all tests of the file. The result returns them once the tests run. */
export function openQueues(): () => QueueServer {
  let queues: QueueServer | undefined;
  beforeAll(async () => {
    queues = await startQueueServer(credentials);
  });
  afterAll(async () => void (await queues?.stop()));
  return () => {
    if (queues === undefined) throw new Error('The queues are started before the first test.');
    return queues;
  };
}

/** A DynamoDB in memory for all tests of the file. The result returns its URL once the tests run. */
export function openDatabase(): () => string {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await startDatabase({ credentials, signal: new AbortController().signal, log: () => {} });
  }, 60_000);
  afterAll(async () => void (await database?.stop()));
  return () => {
    if (database === undefined) throw new Error('The database is started before the first test.');
    return database.url;
  };
}

/** The app another-app/, synthesized for all tests of the file. The result reads it anew, so that a test may change it. */
export function openNotes(): () => Assembly {
  let output: string | undefined;
  beforeAll(async () => {
    output = temporaryFolder();
    const app = { folder: join(import.meta.dirname, 'another-app'), script: 'app.ts' };
    await synthesize(app, output, new AbortController().signal);
  }, 60_000);
  return () => {
    if (output === undefined) throw new Error('The app is synthesized before the first test.');
    return readAssembly(output);
  };
}
