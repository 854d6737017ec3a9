/** Who calls, and from which texts that follows: headers, tokens and signatures. */
import * as v from 'valibot';
import { ADMIN_SCOPE, GROUPS_CLAIM, ON_BEHALF_OF, OnBehalfOf } from '../../../contract/access.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { reconcileLedger } from '../../../contract/ledger.ts';
import { WebhookId } from '../../../contract/webhooks.ts';
import { readToken } from '../../../lambdas/auth/access-token.ts';
import { adminTokens } from '../../../lambdas/auth/admin-token.ts';
import { InvalidTokenError } from '../../../lambdas/auth/clock-claims.ts';
import { credentialsOf } from '../../../lambdas/auth/credentials.ts';
import { receiverIdentifier } from '../../../lambdas/recovery/identify-receiver.ts';
import { ServiceError } from '../../../lambdas/shared/errors.ts';
import { parseOrRefuse } from '../../../lambdas/shared/request.ts';
import { webhookOfTests } from '../../support/samples.ts';
import { filled, jsonShapes, textShapes } from '../dear-texts.ts';
import { type Row, row } from '../row.ts';
import { MAX_LINE, unlessRefused } from './requests.ts';

async function unlessInvalid(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InvalidTokenError || error instanceof ServiceError) return error;
    throw error;
  }
}

const base64Url = (text: string): string => Buffer.from(text).toString('base64url');
const signature = 'a'.repeat(43);
const header = base64Url(JSON.stringify({ alg: 'HS256', kid: `20261122-${'0'.repeat(16)}` }));
/** Base64 has four characters for three bytes. */
const tokenWith = (claims: (size: number) => string) => (size: number) =>
  `${header}.${base64Url(claims(Math.floor(((size - header.length - 50) * 3) / 4)))}.${signature}`;

const tokens: Readonly<Record<string, (size: number) => string>> = {
  dots: (size) => filled(size, '.'),
  letters: (size) => filled(size, 'a'),
  'letters and dots': (size) => filled(size, 'a.'),
  'a long signature': (size) => `a.a.${filled(size - 4, '-')}`,
  ...Object.fromEntries(
    Object.entries(jsonShapes).map(([name, make]) => [name, tokenWith((size) => `{"sub":${make(size - 10)}}`)]),
  ),
  groups: tokenWith((size) => {
    const claims = { token_use: 'access', username: 'a', scope: filled(size / 2, `${ADMIN_SCOPE} `), exp: 1 };
    const groups = filled(size / 2 - 150, 'a').split('');
    return JSON.stringify({ ...claims, [GROUPS_CLAIM]: groups.slice(0, size / 8) });
  }),
};

const { claimsToBe, verify } = adminTokens('https://issuer.example.com');
const networkId = v.parse(NetworkId, 'demo');
const webhookId = v.parse(WebhookId, `wh_${'1'.repeat(32)}`);
const now = Date.parse('2026-03-02T09:15:00.000Z');
const secrets = ['a', 'b', 'c'].map((letter) => ({
  secret: `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
  activeFrom: '2026-01-01T00:00:00.000Z',
}));
const identify = receiverIdentifier(
  {
    webhooks: { read: async () => webhookOfTests({ networkId, webhookId, secrets }) },
    networks: { readDescription: async () => undefined },
  },
  () => now,
);

/** A request of a receiver whose headers have so many characters, and whose body is as large as it may be. */
const signedRequest = (id: string, signatures: string) => ({
  headers: { 'webhook-id': id, 'webhook-timestamp': `${now / 1000}`, 'webhook-signature': signatures },
  parameters: { webhookId },
  body: { networkId },
  signedText: '😀'.repeat(reconcileLedger.body.maxBytes / 4),
});

export const accessRows: readonly Row[] = [
  row({
    name: 'the header Authorization',
    places: ['auth/authorizer'],
    serves: 'several networks',
    limit: MAX_LINE,
    shapes: {
      ...Object.fromEntries(
        Object.entries(textShapes).map(([name, make]) => [name, (size: number) => `Bearer ${make(size)}`]),
      ),
      'a name without an end': (size) => `Bearer ${filled(size, 'a')} `,
      'many names': (size) => `Bearer ${filled(size, 'a~')}`,
    },
    run: (authorization) => unlessInvalid(() => credentialsOf({ headers: { authorization } })),
  }),
  row({
    name: "a network's token",
    places: ['auth/authorizer'],
    serves: 'several networks',
    limit: MAX_LINE,
    shapes: tokens,
    run: (token) => unlessInvalid(() => readToken(token, 3_600)),
  }),
  row({
    name: "an admin's token",
    places: ['auth/authorizer'],
    serves: 'several networks',
    limit: MAX_LINE,
    shapes: tokens,
    run: (token) => unlessInvalid(() => claimsToBe(token) && verify(token)),
  }),
  row({
    name: 'the header on-behalf-of',
    places: ['block/block-user', 'activity/list-activities'],
    serves: 'one request',
    limit: MAX_LINE,
    shapes: {
      ...textShapes,
      'encoded letters': (size) => filled(size, '%61'),
      'encoded emoji': (size) => filled(size, '%F0%9F%98%80'),
      'what is no encoding': (size) => filled(size, '%'),
    },
    run: (text) => unlessRefused(() => parseOrRefuse(OnBehalfOf, { [ON_BEHALF_OF]: text })),
  }),
  row({
    name: "a receiver's signatures",
    places: ['recovery/read-ledger', 'recovery/reconcile-ledger'],
    serves: 'one request',
    limit: MAX_LINE,
    shapes: {
      'many signatures': (size) => signedRequest('a', filled(size, `v1,${'a'.repeat(44)}`, ' ')),
      spaces: (size) => signedRequest('a', filled(size, ' ')),
      'a long id': (size) => signedRequest(filled(size, 'a'), 'v1,a'),
    },
    run: (request) => unlessInvalid(() => identify(request)),
  }),
];
