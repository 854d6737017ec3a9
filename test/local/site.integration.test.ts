/** The panel of the shared local cloud: the files of the template's deployments, with its distribution's headers. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { assetFolder } from '../../local/site/bucket-files.ts';
import { patience } from '../../testing/eventually.ts';
import { call, cloud, cloudVariables, EMBED_ORIGIN } from '../../testing/service.ts';
import { rawRequest as raw } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    const page = (await raw('/admin/')).body.toString();
    asset = `/admin/${/assets\/[\w./-]+\.js/.exec(page)?.[0]}`;
  });

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
      operatorOptions: `--data '${process.env[cloudVariables.data]}'`,
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
    beforeAll(() => raw('/admin/missing.js'), patience(180_000));

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
    for (const path of ['/administrator', '/Admin/', '/', '/adm%69n/']) {
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

/** Assets that a script builds: once for all that wait for them, and again after a failure. */
test('is built once for several requests, and again after a failure', async () => {
  const project = temporaryFolder();
  const asset = join(project, 'asset');
  mkdirSync(asset);
  writeFileSync(join(asset, 'built-on-request.json'), JSON.stringify({ script: 'build.mjs', output: 'built' }));
  writeFileSync(join(project, 'build.mjs'), 'throw new Error("a dead link");');
  await expect(assetFolder(asset, project)).rejects.toThrow('a dead link');
  writeFileSync(join(project, 'build.mjs'), "import { appendFileSync } from 'node:fs'; appendFileSync('runs', '.');");
  const runs = join(project, 'runs');
  expect(existsSync(runs)).toBe(false);
  const early = [assetFolder(asset, project), assetFolder(asset, project)];
  expect(await Promise.all(early)).toEqual([join(project, 'built'), join(project, 'built')]);
  await assetFolder(asset, project);
  expect(readFileSync(runs, 'utf8')).toBe('.');
});
