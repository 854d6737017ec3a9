import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decode, encode } from 'dns-packet';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { publicHttpsOnly, type TargetPolicy } from '../../contract/target-policy.ts';
import { BlockedAddressError, guardedLookup, vettedAddresses } from '../../lambdas/sending/address-guard.ts';
import { createNameResolver, NameResolutionError, type ResolveName } from '../../lambdas/sending/name-resolver.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { receiversOfTests } from '../support/receivers-of-tests.ts';

const loopback: TargetPolicy = { allowHttp: true, allowedRanges: ['loopback'] };
const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();

let nameServer: NameServer;
let resolve: ResolveName;

beforeAll(async () => {
  nameServer = await startNameServer({
    'public.example': { A: ['93.184.215.14'], AAAA: ['2606:2800:21f:cb07::1'] },
    'only6.example': { AAAA: ['2606:2800:21f:cb07::1'] },
    'many.example': { A: ['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4'] },
    'private.example': { A: ['10.1.2.3'] },
    'mixed.example': { A: ['93.184.215.14', '10.1.2.3'] },
    'mixed-late.example': { A: ['1.1.1.1', '1.0.0.1', '8.8.8.8', '10.1.2.3'] },
    'metadata.example': { A: ['169.254.169.254'] },
    'here.example': { A: ['127.0.0.1'] },
    'half.example': { A: ['127.0.0.1', '10.1.2.3'] },
    'empty.example': {},
    'silent.example': 'silence',
    'drops6.example': { A: ['93.184.215.14'], AAAA: 'silence' },
    'drops4.example': { A: 'silence', AAAA: ['2606:2800:21f:cb07::1'] },
  });
  resolve = createNameResolver([nameServer.address]);
});
afterAll(() => nameServer.stop());

describe('A host name', () => {
  test.each([
    ['public.example', ['93.184.215.14']],
    ['many.example', ['1.1.1.1', '1.0.0.1', '8.8.8.8']],
    ['93.184.215.14', ['93.184.215.14']],
  ])('%s has its public IPv4 addresses, three at most', async (host, addresses) => {
    expect(await vettedAddresses(host, publicHttpsOnly, resolve)).toEqual(addresses);
  });

  test.each([
    ['private.example', 'private'],
    ['mixed.example', 'private'],
    ['mixed-late.example', 'private'],
    ['metadata.example', 'link-local'],
    ['localhost', 'loopback'],
    ['a.localhost', 'loopback'],
    ['10.1.2.3', 'private'],
  ])('%s is blocked, since one of its addresses is %s', async (host, range) => {
    const blocked = vettedAddresses(host, publicHttpsOnly, resolve);
    await expect(blocked).rejects.toThrow(BlockedAddressError);
    await expect(blocked).rejects.toMatchObject({ range, message: `${host} has a ${range} address` });
  });

  test.each(['empty.example', 'missing.example', 'silent.example', 'only6.example', 'drops4.example'])(
    '%s is an error of name resolution',
    async (host) => {
      const error = await vettedAddresses(host, publicHttpsOnly, resolve).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NameResolutionError);
      expect(error).toMatchObject({ message: `${host} could not be resolved`, cause: { hostname: host } });
    },
  );

  test('below localhost is never asked of a name server', async () => {
    expect(await createNameResolver()('a.localhost')).toEqual(['127.0.0.1', '::1']);
  });

  test('is not asked for IPv6 addresses, since a name server may drop such queries', async () => {
    const { length } = nameServer.questions;
    const fresh = createNameResolver([nameServer.address]);
    expect(await fresh('drops6.example')).toEqual(['93.184.215.14']);
    expect(new Set(nameServer.questions.slice(length))).toEqual(new Set(['A drops6.example']));
  });

  test('that no name server knows does not delay another', async () => {
    const server = await startNameServer({ 'quick.example': { A: ['1.1.1.1'] }, 'slow.example': 'silence' });
    const fresh = createNameResolver([server.address]);
    const slow = Promise.allSettled(Array.from({ length: 20 }, () => fresh('slow.example')));
    const winner = await Promise.race([slow.then(() => 'slow'), fresh('quick.example').then(() => 'quick')]);
    expect(winner).toBe('quick');
    await slow;
    expect(server.questions.filter((question) => question === 'A slow.example')).toHaveLength(3);
    await server.stop();
  });

  test('is resolved once for concurrent connections and those of the next seconds, and again after ten by the clock', async () => {
    const server = await startNameServer({ 'burst.example': { A: ['1.1.1.1'] } });
    const fresh = createNameResolver([server.address]);
    await Promise.all(Array.from({ length: 50 }, () => fresh('burst.example')));
    expect(await fresh('burst.example')).toEqual(['1.1.1.1']);
    expect(new Set(server.questions)).toEqual(new Set(['A burst.example']));
    // On a busy machine a response comes too late, and the resolver asks up to twice more.
    const { length: asked } = server.questions;
    expect(asked).toBeLessThanOrEqual(3);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_001);
    await fresh('burst.example');
    clock.mockRestore();
    await server.stop();
    expect(server.questions.length).toBeGreaterThan(asked);
  });

  test('is looked up for sockets with the families of its addresses', async () => {
    const lookup = guardedLookup(loopback, resolve);
    const looked = (host: string) =>
      new Promise((done) => lookup(host, { all: true }, (...found: unknown[]) => done(found)));
    expect(await looked('public.example')).toEqual([null, [{ address: '93.184.215.14', family: 4 }]]);
    const [v4, v6] = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await looked('localhost')).toEqual([null, [v4, v6]]);
  });

  test('is no address for sockets if it is blocked', async () => {
    const lookup = guardedLookup(publicHttpsOnly, resolve);
    const looked = new Promise((done) =>
      lookup('private.example', { all: true }, (...found: unknown[]) => done(found)),
    );
    expect(await looked).toEqual([new BlockedAddressError('private.example', 'private'), '']);
  });
});

describe('A request to a name', () => {
  const request = { networkId, body: '{}', headers: {} };

  test('reaches the address that was checked', async () => {
    const { url, requests } = await use(startReceiver());
    const sender = createRequestSender(loopback, resolve);
    const outcome = await sender.send({ ...request, url: url.replace('127.0.0.1', 'here.example') });
    expect(outcome).toMatchObject({ class: 'delivered', remoteAddress: '127.0.0.1' });
    expect(requests[0]?.headers['host']).toMatch(/^here\.example:\d+$/);
    sender.close();
  });

  test('with one address that is not allowed opens no connection, not even to the others', async () => {
    const { url, connections } = await use(startReceiver());
    const sender = createRequestSender(loopback, resolve);
    const outcome = await sender.send({ ...request, url: url.replace('127.0.0.1', 'half.example') });
    expect(outcome).toMatchObject({ class: 'blocked_address' });
    expect(connections()).toBe(0);
  });

  test('that is rebound after the check goes to the checked address, and the next connection is blocked', async () => {
    const { url, requests } = await use(startReceiver());
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let resolutions = 0;
    const rebinding: ResolveName = async () => answers[resolutions++] ?? [];
    const sender = createRequestSender(loopback, rebinding);
    const send = () => sender.send({ ...request, url: url.replace('127.0.0.1', 'rebound.example') });
    expect(await send()).toMatchObject({ class: 'delivered', remoteAddress: '127.0.0.1' });
    expect(resolutions).toBe(1);
    sender.close();
    expect(await send()).toMatchObject({ class: 'blocked_address' });
    expect(resolutions).toBe(2);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['missing.example', 'ENOTFOUND'],
    ['silent.example', 'ETIMEOUT'],
    ['only6.example', 'ENODATA'],
  ])('%s without an address is classified as dns, and the code says why: %s', async (host, errorCode) => {
    const sender = createRequestSender(publicHttpsOnly, resolve);
    // Ample, since the name server may be slow on a busy machine.
    const outcome = await sender.send({ ...request, url: `https://${host}/`, timeLimitMs: 20_000 });
    expect(outcome).toMatchObject({ class: 'dns', errorCode });
  });
});

/** A DNS server on loopback with the records of a test. */
/** The addresses of each name. Other names do not exist; a name with `'silence'` gets no response. */
type Records = readonly string[] | 'silence';
type Zone = Readonly<Record<string, { readonly A?: Records; readonly AAAA?: Records } | 'silence'>>;

interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** The questions so far, such as `A hooks.example`. */
  readonly questions: readonly string[];
  readonly stop: () => Promise<void>;
}

const AUTHORITATIVE_ANSWER = 1 << 10;
const NAME_ERROR = 3;

async function startNameServer(zone: Zone): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (message, { address, port }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const { name, type } = question;
    questions.push(`${type} ${name}`);
    const records = zone[name];
    if (records === 'silence') return;
    const addresses = type === 'A' || type === 'AAAA' ? (records?.[type] ?? []) : [];
    if (addresses === 'silence') return;
    const response = encode({
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_ANSWER | (records === undefined ? NAME_ERROR : 0),
      questions: [question],
      answers: addresses.map((data) => ({ type: type === 'A' ? 'A' : 'AAAA', name, data, ttl: 60 })),
    });
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
