/** Today's code reads what each release has stored, queued and answered (CONTRIBUTING.md, "Change what is stored"). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { localClientSettings } from '@social-platform-services/local/aws-clients';
import * as v from 'valibot';
import { NoticeMessage } from '../../contract/notices.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import { messagesOfText } from '../../lambdas/deliveries/messages.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { call, cloud, connection, eventually, tokenFor } from '../support/service.ts';
import { Fixture } from './fixture.ts';

const versions = readdirSync(import.meta.dirname).flatMap((name) => /^(.+)\.generated\.json$/.exec(name)?.[1] ?? []);
const users = { admin: 'root', server: 'platform', user: 'alice' } as const;

test('this version is recorded', () => {
  expect(versions).toContain(packageJson.version);
});

describe.each(versions)('what version %s', (version) => {
  const file = join(import.meta.dirname, `${version}.generated.json`);
  const { networkId, tables, messages, answers, retrying } = v.parse(Fixture, JSON.parse(readFileSync(file, 'utf8')));

  const read = async (role: keyof typeof users, path: string) => {
    const token = await tokenFor(networkId, users[role], role);
    const { status, body } = await call('GET', path, { token });
    return { status, body };
  };

  beforeAll(async () => {
    const { outputs } = cloud();
    // Whatever has expired since has not, here.
    const later = { [EXPIRY_ATTRIBUTE]: Math.floor(Date.now() / 1_000) + 24 * 60 * 60 };
    for (const [output, items] of Object.entries(tables))
      for (const item of items)
        await connection().client.send(
          new PutCommand({
            TableName: outputs[output] ?? '',
            Item: { ...item, ...(EXPIRY_ATTRIBUTE in item && later) },
          }),
        );
  });

  // Code that is older than a fixture, as after a roll-back, answers without what is new.
  const isNewer = version.localeCompare(packageJson.version, 'en', { numeric: true }) > 0;

  test('has stored is answered as it was', async () => {
    for (const { role, path, body } of answers) {
      const answer = { status: 200, ...(!isNewer && { body }) };
      await eventually(async () => expect(await read(role, path)).toMatchObject(answer));
    }
  });

  test('had to deliver is attempted again, or too old', async () => {
    const sqs = new SQSClient(localClientSettings(cloud().endpoints.sqs, cloud().credentials));
    const [MessageBody] = messages.lanes;
    await sqs.send(new SendMessageCommand({ QueueUrl: cloud().outputs['SlowLaneQueueUrl'], MessageBody }));
    sqs.destroy();
    const waiting = expect.objectContaining({ state: 'retrying', attemptCount: 1 });
    await eventually(async () => expect((await read('admin', retrying)).body).not.toEqual(waiting), 60_000);
  });

  test('has queued can be handled', () => {
    for (const text of messages.lanes) {
      const { webhookIds, ...told } = JSON.parse(text);
      const asked = webhookIds?.map((webhookId: string) => ({ ...told, webhookId, kind: 'deliver' })) ?? [told];
      expect(messagesOfText(text)).toMatchObject(asked);
    }
    for (const text of messages.notices) expect(v.parse(NoticeMessage, JSON.parse(text))).toEqual(JSON.parse(text));
  });
});
