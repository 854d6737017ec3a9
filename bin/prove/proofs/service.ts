/** DynamoDB, clocks, mails and roll-outs, as the service itself shows them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { findNetwork } from '@social-platform-services/ctl/networks';
import { signingKeyOf } from '@social-platform-services/ctl/signing-keys';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import { confirmed, contradicted, type Finding, foundIf, notShown, type Proof, type ProofContext } from '../proof.ts';
import { callerHeaders } from '../raw-request.ts';

const ROUNDS = 100;
/** Requests to the receiver, each of which may come from another process, and so from another zone. */
const REQUESTS = 10;
/** Within which an index usually has a write. */
const INDEX_SECONDS = 30;

export const serviceProofs: readonly Proof[] = [
  {
    name: 'Each of 100 blocks is in the check that follows it',
    row: 'A read with `ConsistentRead` sees every write',
    needs: 'any service',
    async run({ client }) {
      const user = await client('user', 'consistent');
      let missed = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const blockUserId = `other-${round}`;
        await user.blockUser({ body: { blockUserId } });
        if ((await user.checkHidden({ query: { checkList: [blockUserId] } }))[blockUserId] !== true) missed++;
      }
      return foundIf(missed === 0, `${missed} of ${ROUNDS} missed`);
    },
  },
  {
    name: 'Of ten concurrent requests with the same event, one is accepted',
    row: 'DynamoDB checks the condition of a write against the newest version of the item',
    needs: 'any service',
    async run({ client }) {
      const server = await client('server');
      const body = { events: [{ id: `prove-${Date.now()}`, event: 'prove.checked', data: {} }] };
      const responses = await Promise.all(Array.from({ length: 10 }, () => server.ingestEvents({ body })));
      const accepted = responses.filter(({ results }) => results[0]?.status === 'accepted').length;
      return foundIf(accepted === 1, `${accepted} of ${responses.length} accepted`);
    },
  },
  {
    name: 'Sort keys are ordered by UTF-8 bytes',
    row: 'Sort keys of type String are ordered by the bytes of their UTF-8 form',
    needs: 'any service',
    async run({ client }) {
      const user = await client('user', 'sorted');
      // By UTF-16 the emoji would stand before the half-width letter.
      const inOrder = ['Z', 'a', 'é', 'ｚ', '😀'];
      for (const blockUserId of inOrder.toReversed()) await user.blockUser({ body: { blockUserId } });
      const { results } = await user.listBlockedUsers({ body: {} });
      const listed = results.map(({ blocked_userId }) => blocked_userId);
      return foundIf(listed.join() === inOrder.join(), listed.join(' '));
    },
  },
  {
    name: 'A write is in an index after a moment',
    row: 'A write reaches an index within a fraction of a second',
    needs: 'any service',
    async run({ client }) {
      const [server, viewer] = [await client('server'), await client('viewer')];
      const id = `prove-index-${Date.now()}`;
      const started = performance.now();
      await server.ingestEvents({ body: { events: [{ id, event: 'prove.checked', data: {} }] } });
      while (performance.now() - started < INDEX_SECONDS * 1_000) {
        const { results } = await viewer.listEvents({ query: { limit: 20 } });
        if (results.some((event) => event.id === id)) {
          return confirmed(`listed ${Math.round(performance.now() - started)} ms after the request to store it`);
        }
        await sleep(50);
      }
      return contradicted(`it was not listed within ${INDEX_SECONDS} s`);
    },
  },
  {
    name: 'A token that is valid from now on is accepted, and one from in an hour is refused (nbf)',
    row: 'The clocks of functions are synchronized',
    needs: 'any service',
    run: notBefore,
  },
  {
    name: 'A stage that sends mails can send them, in the sandbox of SES as well',
    row: 'A function that sends mail needs the permission `ses:SendEmail`',
    needs: 'AWS',
    async run({ config, service: { region } }) {
      if (config.noticeMail === undefined) {
        return notShown(
          `the stage ${config.name} sends no mails (the setting noticeMail); where it does, the smoke test shows it`,
        );
      }
      const { ProductionAccessEnabled } = await new SESv2Client({ region }).send(new GetAccountCommand());
      const where = ProductionAccessEnabled ? 'out of the sandbox' : 'in the sandbox';
      return confirmed(`the smoke test has sent a mail, ${where}`);
    },
  },
  {
    name: 'Requests to a receiver come from the addresses that the stage lists',
    row: 'A function in a VPC sends requests through the NAT gateway of its subnet',
    needs: 'any service',
    run: sourceAddresses,
  },
  {
    name: 'A function that throws is rolled back by the alarm of its alias',
    row: 'If one of the alarms of a deployment goes off, CodeDeploy moves the alias back',
    needs: 'AWS',
    async run({ config }) {
      return notShown(
        config.rollout.kind === 'gradual'
          ? 'it takes a second deployment and half an hour: try it by hand'
          : `the stage ${config.name} has no aliases, since it changes at once: try it by hand in staging`,
      );
    },
  },
];

async function notBefore({ connection, networkId, send }: ProofContext): Promise<Finding> {
  const key = signingKeyOf(await findNetwork(connection, networkId));
  const statusOf = async (fromNow: number): Promise<number> => {
    const now = Math.floor(Date.now() / 1_000);
    const token = await new SignJWT({ networkId, role: 'user', nbf: now + fromNow })
      .setProtectedHeader({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })
      .setSubject('prove')
      .setIssuedAt(now)
      .setExpirationTime(now + fromNow + 600)
      .sign(new TextEncoder().encode(key.secret));
    return (await send({ path: '/block/members?checkList=bob', headers: callerHeaders(token) })).status;
  };
  const [now, later] = [await statusOf(0), await statusOf(3_600)];
  if (now !== 200 && now !== 401) return notShown(`a token that is valid from now on: ${now}`);
  return foundIf(now === 200 && later === 401, `from now on: ${now}; from in an hour: ${later}`);
}

const Received = v.pipe(v.string(), v.parseJson(), v.object({ from: v.string() }));

async function sourceAddresses({ client, receiver }: ProofContext): Promise<Finding> {
  const admin = await client('admin');
  const { addresses } = await admin.listSourceAddresses();
  if (addresses.length === 0) return notShown('the stage has no addresses of its own (delivery.staticAddresses)');
  const { webhookId } = await admin.createWebhook({ body: { url: receiver, events: ['prove.sent'] } });
  const parameters = { webhookId };
  const sending = Array.from({ length: REQUESTS }, () =>
    admin.sendTestEvent({ parameters, body: { event: 'channel.didCreate' } }),
  );
  const attempts = await Promise.all(sending).finally(() => admin.deleteWebhook({ parameters }));
  const seen = attempts.map(({ responseStart }) => v.safeParse(Received, responseStart));
  if (!seen.every(({ success }) => success)) return notShown('the receiver did not say where a request came from');
  const from = new Set(seen.flatMap(({ success, output }) => (success ? [output.from] : [])));
  const strange = [...from].filter((address) => !addresses.includes(`${address}/32`));
  return foundIf(strange.length === 0, `${REQUESTS} requests from ${from.size} of ${addresses.length} addresses`);
}
