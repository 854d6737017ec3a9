/** The example of an adopter's app (examples/own-app), against the sources; test/package has it with the package. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { alarmMetrics } from '../../contract/metrics.ts';
import { packageManifest } from '../../scripts/package/manifest.ts';

/** The example's app: it makes its stacks when it is loaded. */
async function exampleApp() {
  const { CDK_CONTEXT_JSON: before = '{}' } = process.env;
  // The function of the host is bundled where it is run.
  process.env['CDK_CONTEXT_JSON'] = JSON.stringify({ 'aws:cdk:bundling-stacks': [] });
  const { app } = await import('../../examples/own-app/app.ts');
  process.env['CDK_CONTEXT_JSON'] = before;
  return app;
}
const app = await exampleApp();

describe('the example of an own app', () => {
  const stack = app.node.findChild('acme-community');
  if (!(stack instanceof Stack)) throw new Error('acme-community is no stack.');
  const host = Template.fromStack(stack);
  const imported = (pattern: string) => ({ 'Fn::ImportValue': Match.stringLikeRegexp(`^sps-prod-${pattern}`) });

  test('gives a function of the host the URL of the API, and where the key of its network is', () => {
    host.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          SOCIAL_PLATFORM_URL: imported('service:'),
          SOCIAL_PLATFORM_NETWORK: 'acme',
          SOCIAL_PLATFORM_KEY_SECRET: { Ref: Match.stringLikeRegexp('SigningKey') },
        },
      },
    });
  });

  test('lets no other than that function read the key', () => {
    const policies = Object.values(host.findResources('AWS::IAM::Policy'));
    const readers = policies.filter((policy) => JSON.stringify(policy).includes('secretsmanager:GetSecretValue'));
    expect(readers).toHaveLength(1);
    expect(JSON.stringify(readers)).toContain('ReportReactionServiceRole');
  });

  test('has alarms of its own, which tell whoever is told of those of the stage', () => {
    const alarms = Object.values(host.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms).toHaveLength(2);
    host.allResourcesProperties('AWS::CloudWatch::Alarm', { AlarmActions: [imported('service:')] });
  });

  test('has no alarm on a metric that CloudWatch has only for a dashboard', () => {
    const alarms = host.findResources('AWS::CloudWatch::Alarm', {
      Properties: { Namespace: Match.stringLikeRegexp('SocialPlatformServices') },
    });
    const metrics = Object.values(alarms).map(({ Properties }) => Properties.MetricName);
    expect(metrics).toHaveLength(1);
    expect(alarmMetrics).toEqual(expect.arrayContaining(metrics));
  });

  test('backs up the tables with the configuration', () => {
    host.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { Resources: [imported('data:'), imported('data:')] },
    });
  });
});

const Versions = v.record(v.string(), v.string());
const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.optional(v.string()), dependencies: Versions, devDependencies: Versions }),
);

test('the example of an own app installs what this project has', () => {
  const manifest = (file: string) => v.parse(Manifest, readFileSync(file, 'utf8'));
  const { dependencies, devDependencies } = manifest('examples/own-app/package.json');
  const { version, devDependencies: ours } = manifest('package.json');
  expect(dependencies).toEqual({
    '@social-platform-services/client': `^${version}`,
    'social-platform-services': `^${version}`,
    ...packageManifest('.').peerDependencies,
  });
  for (const [name, range] of Object.entries(devDependencies))
    expect({ name, range }).toEqual({ name, range: `^${ours[name]}` });
});
