/** A stage's options: every combination fits into CloudFormation's limits, and what single ones change. */
import { describe, expect, test } from '@jest/globals';
import { CfnResource } from 'aws-cdk-lib';
import { type StageConfig, stages } from '../../lib/config.ts';
import { functionsOf } from './listing.ts';
import { everything, mails, type SynthesizedStack, stageApp, synthesized } from './synthesized.ts';

/** CloudFormation takes 500; a route that users call has eight, one of admins four, the network of senders 28. */
const BOUND = 370;

/**
 * Prod's options that make resources in its service stack, on or off. Tracing and a key only change statements, and a
 * domain is a property of the firewall's distribution.
 */
const switches: readonly ((config: StageConfig, on: boolean) => StageConfig)[] = [
  ({ noticeMail: _, ...config }, on) => ({ ...config, ...(on && mails) }),
  (config, on) => ({ ...config, alarms: on ? everything.alarms : { enabled: false, optOutReason: 'a test' } }),
  ({ api: { firewall: _, ...api }, ...config }, on) => ({ ...config, api: { ...api, ...(on && firewall) } }),
  (config, on) => ({ ...config, delivery: { ...config.delivery, staticAddresses: on } }),
  (config, on) => ({ ...config, rollout: on ? everything.rollout : { kind: 'at-once', reason: 'a test' } }),
];
const withoutPanel: StageConfig = { ...stages.prod, panel: { enabled: false, optOutReason: 'a test' } };
const firewall = { firewall: { directCalls: 'refused' } } as const;

const configOf = (on: readonly boolean[]): StageConfig =>
  switches.reduce<StageConfig>((config, set, index) => set(config, on[index] === true), withoutPanel);

const sizeOf = (config: StageConfig): number =>
  stageApp(config).service.node.findAll().filter(CfnResource.isCfnResource).length;

test('a stage fits into its stacks with every combination of options: none makes the service stack smaller', () => {
  const largest = sizeOf(configOf(switches.map(() => true)));
  for (const left of switches) expect(sizeOf(configOf(switches.map((one) => one !== left)))).toBeLessThan(largest);
  expect(largest).toBe(sizeOf(everything));
  expect(largest).toBeLessThanOrEqual(BOUND);
});

describe('traces', () => {
  const toXRay = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
  const modesOf = (stack: SynthesizedStack): unknown[] =>
    stack.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties['TracingConfig']);
  const traced = (stack: SynthesizedStack): string[][] =>
    functionsOf(stack).map(({ rights }) =>
      rights.map(({ action }) => action).filter((action) => action.startsWith('xray:')),
    );

  test('are sent by every function of a stage with tracing, which may do so', () => {
    const { service } = synthesized(everything);
    expect(modesOf(service)).toEqual(functionsOf(service).map(() => ({ Mode: 'Active' })));
    expect(traced(service)).toEqual(functionsOf(service).map(() => toXRay));
  });

  test('are not sent by the others, whose functions may not', () => {
    const { service } = synthesized(stages.prod);
    expect(new Set(modesOf(service))).toEqual(new Set([undefined]));
    expect(traced(service).flat()).toEqual([]);
  });
});

describe('a key of the stage', () => {
  const { data, service } = synthesized(everything);

  test('encrypts the tables that have secrets, and no others', () => {
    const encrypted = data
      .ofType('AWS::DynamoDB::GlobalTable')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('"SecretsKey"'));
    expect(encrypted.map(([logicalId]) => logicalId)).toEqual(['NetworksTable', 'WebhooksTable']);
  });

  test('is rotated, kept when the stack is deleted, and has the tags by which GitHub may use it', () => {
    expect(data.resource('SecretsKey')).toMatchObject({
      DeletionPolicy: expect.stringMatching(/^Retain/),
      Properties: {
        EnableKeyRotation: true,
        Tags: [
          { Key: 'service', Value: 'social-platform-services' },
          { Key: 'stage', Value: 'prod' },
        ],
      },
    });
  });

  test('may be used through DynamoDB only, and by those only who use these tables', () => {
    const users = functionsOf(service).filter(
      ({ variables }) => 'NETWORKS_TABLE' in variables || 'WEBHOOKS_TABLE' in variables,
    );
    const holders = functionsOf(service).filter(({ rights }) => rights.some(({ action }) => action.startsWith('kms:')));
    expect(holders.map(({ logicalId }) => logicalId)).toEqual(users.map(({ logicalId }) => logicalId));
    expect(users.length).toBeGreaterThan(20);
    for (const { rights } of holders) {
      const onKey = rights.filter(({ action }) => action.startsWith('kms:'));
      expect(onKey).toHaveLength(7);
      for (const { condition } of onKey) expect(condition).toMatch(/kms: ?ViaService.*dynamodb\./);
    }
  });
});
