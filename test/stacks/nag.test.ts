import { describe, expect, test } from '@jest/globals';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { addChecks } from '../../lib/app-checks.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { apiDomain, everything, stageApp } from './synthesized.ts';

const { dev, prod } = stages;

/** The app of a stage, which fails on findings when it is synthesized. */
function checked(config: StageConfig) {
  const stage = stageApp(config);
  addChecks(stage.app);
  return stage;
}

// The stages as they are: `npm run check:synth`, with the same checks.
describe('cdk-nag', () => {
  test.each<[string, StageConfig]>([
    ['prod with every option on', everything],
    ['prod with domains, and links in place of accounts', withDomains()],
  ])('finds nothing in %s that is not acknowledged', (_, config) => {
    expect(() => checked(config).app.synth()).not.toThrow();
  });

  test('fails the synth on findings of its rules of solutions, and for serverless applications', () => {
    const { app, data } = checked(dev);
    new Bucket(data, 'Unexplained');
    new Queue(data, 'UnexplainedQueue', { enforceSSL: true });
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b.*Serverless-SQSRedrivePolicy\b/s);
  });
});

function withDomains(): StageConfig {
  const domain = {
    name: 'panel.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
  };
  const panel = { enabled: true, signIn: { kind: 'links', reason: 'a test' }, domain } as const;
  return { ...prod, panel, api: { ...prod.api, domain: apiDomain('eu-west-1') } };
}
