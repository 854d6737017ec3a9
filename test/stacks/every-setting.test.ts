/** An app that changes every setting that there is, as docs/guides/settings.md lists them. */
import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { assemblyStages } from '../../bin/stage/assembly-stages.ts';
import { production } from '../../lib/presets.ts';
import { SocialPlatform, type SocialPlatformProps } from '../../lib/social-platform.ts';
import { settingPaths } from '../../scripts/settings.ts';
import { membersOf } from '../support/members.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { apiDomain, noticeMail, sources } from './synthesized.ts';

const usual = production({ alarms: { enabled: true } });
const { network, highest } = usual.quotas;

/** Every setting with a value that no preset gives it. */
const changed = {
  name: 'live',
  prefix: 'acme',
  architecture: 'x86_64',
  logRetentionDays: 365,
  data: { kind: 'disposable', reason: 'a test' },
  dataKey: 'customer-managed',
  noticeMail: { ...noticeMail, configurationSet: 'tracked' },
  rollout: { kind: 'gradual', pace: 'Linear10PercentEvery1Minute' },
  alarms: { enabled: true, notify: { email: 'on-call@example.com', recoveries: true }, dashboard: true },
  tracing: true,
  retention: { eventDays: 10, deliveryDays: 11, auditDays: 40 },
  api: {
    authorizerCacheSeconds: 30,
    corsOrigins: ['https://app.example.com'],
    maxTokenDays: 7,
    throttle: { requestsPerSecond: 4_000, burst: 4_500 },
    firewall: { directCalls: 'refused', requestsPerFiveMinutesAndAddress: 2_000 },
    domain: apiDomain('us-east-1'),
  },
  quotas: { network: lowered(network, 0.5), highest: lowered(highest, 0.75) },
  delivery: {
    eventBuses: true,
    staticAddresses: true,
    zones: ['us-east-1a', 'us-east-1c'],
    targets: { allowHttp: true, allowedRanges: ['private'] },
    settings: {
      retryDelaysSeconds: [5, 60, 600],
      probeFirstSeconds: 2,
      probeMaxSeconds: 200,
      disableAfterSeconds: 86_400,
      struggledNoticeSeconds: 700,
      downNoticeSeconds: 400,
      backNoticeSeconds: 90,
      disableNoticeSeconds: 43_200,
      rotationCheckSeconds: 1_800,
    },
    concurrency: { firstAttempts: 100, slowLane: 50 },
  },
  concurrency: {
    account: 2_000,
    reserved: { authorizer: 50, reads: 40, writes: 30, ingest: 50 },
    routes: 30,
    streamShards: 8,
    batchesPerShard: 2,
  },
  memory: { http: 768, stream: 896, delivery: 1_280, sweep: 2_048 },
  panel: {
    enabled: true,
    signIn: { kind: 'accounts', secondFactor: 'optional' },
    domain: { name: 'panel.example.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a' },
    url: 'https://panel.example.com/admin/',
    embedOrigins: ['https://console.example.com'],
  },
} satisfies SocialPlatformProps;

function lowered<T extends Record<keyof T, number>>(limits: T, share: number): T {
  return Object.assign(
    {},
    ...Object.entries<number>(limits).map(([name, limit]) => ({ [name]: Math.ceil(limit * share) })),
  );
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => membersOf(part)[key], value);

/** What can't be changed together with the others: without a panel there is nothing to set of it. */
const ALONE = ['panel.enabled'];

describe('an app with every setting', () => {
  test.each(settingPaths().filter((path) => !ALONE.includes(path)))('changes %s', (path) => {
    expect(valueAt(changed, path)).toBeDefined();
    expect(valueAt(changed, path)).not.toEqual(valueAt({ name: 'prod', prefix: 'sps', ...usual }, path));
  });

  // Every combination of what makes resources is in options.test.ts, and no panel with it.
  test('is synthesized, and its assembly has each setting', () => {
    const app = new App({
      context: { 'aws:cdk:disable-asset-staging': true, 'aws:cdk:disable-stack-trace': true },
      outdir: temporaryFolder(),
      builtinCloudFormationValidation: false,
      treeMetadata: false,
    });
    new SocialPlatform(app, 'any', { ...changed, env: { region: 'us-east-1' }, tags: { team: 'community' } }, sources);
    expect(assemblyStages(app.synth().directory).map(({ config }) => config)).toEqual([changed]);
  });
});
