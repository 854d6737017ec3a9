/** What every verifier of webhooks does alike: those of examples/receivers and the client's. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { EVENT, legacyRequest, requestCases, secrets, signedRequest } from './requests.ts';
import { malformedSecrets, untidySecrets } from './secrets.ts';
import { send } from './send.ts';

/** A receiver that runs. */
export interface RunningReceiver {
  readonly url: string;
  /** The events that it has handled, such as `channel.didCreate 01KB…`. */
  readonly received: () => readonly string[];
  /** What it has said besides. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** A receiver that can be started. */
export interface Verifier {
  /**
   * Starts it with the value of WEBHOOK_SECRET, and with the path of a member of `data` by which it drops events that
   * are older than the latest one. Rejects with what it says if it refuses to run.
   */
  readonly start: (secrets: string, key?: string) => Promise<RunningReceiver>;
}

const KEY = 'channel.channelId';

/** Defines the tests of one verifier, in a `describe`. */
export function receiverTests({ start }: Verifier): void {
  let receiver: RunningReceiver;
  beforeAll(async () => {
    receiver = await start(untidySecrets, KEY);
  });
  afterAll(() => receiver.stop());

  /** Expects that these events have been handled since there were `before`, and none besides. */
  const expectHandled = (before: number, lines: readonly string[]) =>
    eventually(() => expect(receiver.received().slice(before)).toEqual(lines));

  async function expectNothing(before: number): Promise<void> {
    const after = randomUUID();
    expect(await send(receiver.url, signedRequest(after))).toMatchObject({ status: 200 });
    await expectHandled(before, [`${EVENT} ${after}`]);
  }

  test.each(requestCases)('responds with $statuses to $name, and handles what it accepts', async (row) => {
    const id = randomUUID();
    const before = receiver.received().length;
    // It may end the connection before it has read a body that is too large.
    const sending = send(receiver.url, row.request(id));
    const { status, text } = await (row.statuses.includes(413) ? sending.catch(() => tooLarge) : sending);
    expect(row.statuses).toContain(status);
    expect(text).toBe('{}');
    if (status === 200) await expectHandled(before, [`${EVENT} ${id}`]);
    else await expectNothing(before);
  });

  test('ignores the legacy request', async () => {
    const before = receiver.received().length;
    expect([200, 401]).toContain((await send(receiver.url, legacyRequest())).status);
    await expectNothing(before);
  });

  test('keeps no other request waiting while a body stalls, and accepts it once it is complete', async () => {
    const before = receiver.received().length;
    const [slow, quick] = [randomUUID(), randomUUID()];
    const { headers = {}, body } = signedRequest(slow);
    const bytes = Buffer.from(`${body}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* halves(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 9);
      await promise;
      yield bytes.subarray(9);
    }
    const sending = send(receiver.url, { headers, body: halves() });
    expect(await send(receiver.url, signedRequest(quick))).toMatchObject({ status: 200 });
    await expectHandled(before, [`${EVENT} ${quick}`]);
    resolve();
    expect(await sending).toMatchObject({ status: 200 });
    await expectHandled(before, [`${EVENT} ${quick}`, `${EVENT} ${slow}`]);
  });

  test('handles nothing of a request that breaks off', async () => {
    const before = receiver.received().length;
    const { headers = {}, body } = signedRequest(randomUUID());
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${body}`);
      throw new Error('the sender has gone');
    }
    await expect(send(receiver.url, { headers, body: broken() })).rejects.toThrow();
    await expectNothing(before);
  });

  test('handles no event that is older than the latest one of its key', async () => {
    const post = async (event: string, id: string, data: object) => {
      expect(await send(receiver.url, signedRequest(id, JSON.stringify({ event, data })))).toMatchObject({
        status: 200,
      });
      return `${event} ${id}`;
    };
    const expectReceived = (line: string) => eventually(() => expect(receiver.received()).toContain(line));
    const channel = { channel: { channelId: randomUUID() } };
    await expectReceived(await post('newest.event', '3', channel));
    const outdated = await post('outdated.event', '2', channel);
    await expectReceived(await post('other.event', '1', { channel: { channelId: randomUUID() } }));
    await expectReceived(await post('other.event', '0', { channel: null }));
    await expectReceived(await post('newer.event', '4', channel));
    expect(receiver.received()).not.toContain(outdated);
  });

  test.each(malformedSecrets)('with %s as its secret it says so, and accepts nothing', async (_, value) => {
    const said = await refusal(value);
    expect(said).toMatch(/must be whsec_ and the Base64 of 24 to 64 bytes/);
    expect(said).not.toContain(secrets[0].slice('whsec_'.length, -1));
  });

  /** What it says, either when it refuses to start or with each 500. */
  async function refusal(value: string): Promise<string> {
    const started = await start(value).catch((error: unknown) => String(error));
    if (typeof started === 'string') return started;
    try {
      expect(await send(started.url, signedRequest(randomUUID()))).toMatchObject({ status: 500 });
      expect(started.received()).toEqual([]);
      return await eventually(() => {
        expect(started.output()).not.toBe('');
        return started.output();
      });
    } finally {
      await started.stop();
    }
  }
}

const tooLarge = { status: 413, text: '{}' };
