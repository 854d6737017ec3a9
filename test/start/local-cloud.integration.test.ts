/** The service on the shared local cloud, as its users see it. */
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { longestRetention } from '../../contract/tables.ts';
import { eventually, patience } from '../support/eventually.ts';
import { rawRequest as raw } from '../support/raw-request.ts';
import { call, cloud, cloudVariables, createNetwork, EMBED_ORIGIN, tokenFor } from '../support/service.ts';

/** Of a body, in bytes. */
const LIMIT = 10 * 1024 * 1024;

describe('the local cloud', () => {
  test('responds with 401 without calling a function if the token is missing, and adds a request id', async () => {
    const response = await call('GET', '/user-activities');
    expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/);
  });

  test('responds with 413 to a body beyond 10 MB, to clients that send all of it first as well', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const body = 'x'.repeat(3 * LIMIT);
    for (let times = 0; times < 5; times++) {
      const response = await call('POST', '/block', { token, body });
      expect(response).toMatchObject({ status: 413, body: { message: 'Request Entity Too Large' } });
    }
  });

  test('responds with 413 to a client that announces such a body and sends none', async () => {
    const authorization = `Bearer ${await tokenFor(await createNetwork(), 'alice')}`;
    const headers = { authorization, 'content-length': LIMIT + 1 };
    const sent = request(`${cloud().url}/block`, { method: 'POST', headers });
    sent.flushHeaders();
    const [response] = await once(sent, 'response');
    sent.destroy();
    expect(response.statusCode).toBe(413);
  });

  // Preflight requests: test/e2e/access.test.ts.
  test('lets pages of another origin read refusals too, and adds nothing for those of its own', async () => {
    const headers = { origin: 'https://app.example.com' };
    const refused = await call('POST', '/block/members', { headers });
    expect(refused.status).toBe(401);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-request-id'),
    });
    const sameOrigin = await call('POST', '/block/members');
    expect(sameOrigin.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('responds with 431 to a request head beyond 10 KB', async () => {
    const headers = { 'x-filler': 'x'.repeat(11_000) };
    expect(await call('GET', '/health', { headers })).toMatchObject({ status: 431 });
  });
});

/** The schedules of the shared local cloud, run by hand, and Lambda's Invoke. */
const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string(), everyMs: v.number() })) });

const sweeper = async (): Promise<string> => {
  const { schedules } = v.parse(Schedules, (await call('GET', '/_local/schedules')).body);
  const names = ['NoticeMails', 'Sweep'].map((name) => expect.stringContaining(name));
  expect(schedules).toEqual(names.map((logicalId) => ({ logicalId, everyMs: 60_000 })));
  return schedules[1]?.logicalId ?? '';
};

describe('a schedule of the local cloud', () => {
  test('runs by hand, and responds when its function has returned', async () => {
    const response = await call('POST', `/_local/schedules/${await sweeper()}/fire`);
    expect(response).toMatchObject({ status: 200, body: { outcomes: [{ kind: 'returned' }] } });
  });

  test('is named if there is no schedule of that name', async () => {
    const message = expect.stringMatching(
      new RegExp(`^There is no schedule Other\\. There are: \\w*NoticeMails\\w*, ${await sweeper()}\\.$`),
    );
    const response = await call('POST', '/_local/schedules/Other/fire');
    expect(response).toMatchObject({ status: 404, body: { message } });
  });

  test('does not run for a web page', async () => {
    const headers = { origin: 'https://example.com' };
    expect((await call('POST', `/_local/schedules/${await sweeper()}/fire`, { headers })).status).toBe(403);
  });
});

describe('Invoke of the local cloud', () => {
  test('serves those with its credentials, as the mailbox and the buses do, and names a missing function', async () => {
    const path = '/_local/lambda/2015-03-31/functions/other/invocations';
    for (const service of [path, '/_local/ses/v2/email/outbound-emails', '/_local/events'])
      expect((await call('POST', service, { body: {} })).text).toContain('The security token');
    const headers = { 'x-amz-security-token': cloud().credentials.sessionToken };
    const response = await call('POST', path, { body: {}, headers });
    expect(response).toMatchObject({
      status: 404,
      body: { Type: 'User', Message: `There is no function at ${path}.` },
    });
    expect(response.headers.get('x-amzn-errortype')).toBe('ResourceNotFoundException');
  });
});

/** The panel of the shared local cloud: the files of the template's deployments, with its distribution's headers. */
const policyHeaders = {
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self'; style-src 'self'; .*; frame-ancestors http:\/\/localhost:4173$/,
  ),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

describe('the panel on a local cloud', () => {
  let asset: string;
  beforeAll(async () => {
    const [file] = await eventually(async () => {
      const found = /assets\/[\w./-]+\.js/.exec((await raw('/admin/')).body.toString());
      if (found === null) throw new Error('The panel is being built.');
      return found;
    }, 60_000);
    asset = `/admin/${file}`;
  }, patience(60_000));

  test('is at /admin/, and /admin redirects there', async () => {
    expect(await raw('/admin')).toMatchObject({ status: 302, headers: { location: '/admin/' } });
    const page = await raw('/admin/');
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', ...policyHeaders },
    });
    expect(page.body.toString()).toMatch(/^<!doctype html>/);
  });

  test('may call this gateway and its sign-in, and nothing else', async () => {
    const { url } = cloud();
    const policy = (await raw('/admin/')).headers['content-security-policy'];
    expect(policy).toContain(`connect-src 'self' ${url} ${url}/_local/identity/ ${url}/_local/identity;`);
  });

  test('finds the API and the sign-in in config.json', async () => {
    const { url } = cloud();
    const config = await call('GET', '/admin/config.json');
    expect(config.headers.get('cache-control')).toBe('no-cache');
    expect(config.body).toEqual({
      apiUrl: url,
      embedOrigins: [EMBED_ORIGIN],
      operatorCommand: 'npm run -s ctl --',
      operatorOptions: `--data '${process.env[cloudVariables.data]}'`,
      retention: longestRetention,
      signIn: {
        issuer: `${url}/_local/identity`,
        clientId: expect.any(String),
        scope: 'openid email social-platform-services/admin',
      },
    });
  });

  test('has assets that browsers cache forever', async () => {
    expect(await raw(asset)).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        ...policyHeaders,
      },
    });
  });

  test('responds to HEAD with the headers only, and refuses other methods', async () => {
    const [head, get] = await Promise.all([raw('/admin/', {}, 'HEAD'), raw('/admin/')]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.body).toHaveLength(0);
    expect(await raw('/admin/', {}, 'POST')).toMatchObject({ status: 403 });
  });

  describe('whose page for what is missing is that of the documentation', () => {
    // The first request of it builds the documentation, unless that is current.
    beforeAll(
      () => eventually(async () => expect((await raw('/admin/missing.js')).status).toBe(404), 180_000),
      patience(180_000),
    );

    test.each([
      '/admin/missing.js',
      '/admin/assets',
      '/admin/assets/',
      '/admin//index.html',
      '/admin/index.html/',
      '/admin/../package.json',
      '/admin/..%2F..%2Fpackage.json',
      '/admin/%2e%2e/%2e%2e/package.json',
      '/admin/assets/../../../package.json',
      '/admin/%00',
      '/admin/%E0%A4%A',
      '/admin/__proto__',
    ])('has nothing at %s', async (path) => {
      expect(await raw(path)).toMatchObject({ status: 404, headers: policyHeaders });
    });
  });

  test('leaves every other path to the API', async () => {
    for (const path of ['/administrator', '/Admin/', '/', '/adm%69n/', '/robots.txt']) {
      expect(await raw(path)).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } });
    }
  });

  test('is at one address only, so that sign-in redirects to where it began', async () => {
    const { url } = cloud();
    const host = new URL(url).host.replace('127.0.0.1', 'localhost');
    const response = await raw('/admin/?code=a&state=b', { host });
    expect(response).toMatchObject({ status: 302, headers: { location: `${url}/admin/?code=a&state=b` } });
  });
});
