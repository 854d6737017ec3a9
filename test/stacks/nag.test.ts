import { describe, expect, test } from '@jest/globals';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { stageNames, stages } from '../../lib/config.ts';
import { stageApp } from './synthesized.ts';

describe('cdk-nag', () => {
  test.each(stageNames)('finds nothing in %s that is not acknowledged', (name) => {
    expect(() => stageApp(stages[name]).app.synth()).not.toThrow();
  });

  test('finds nothing in a stage that sends mails, with another queue and another function', () => {
    const noticeMail = { sender: 'a@example.com', identity: 'example.com', panelUrl: 'https://example.com/admin/' };
    expect(() => stageApp({ ...stages.prod, noticeMail }).app.synth()).not.toThrow();
  });

  test('fails the synth on a finding that is not acknowledged', () => {
    const { app, data } = stageApp(stages.dev);
    new Bucket(data, 'Unexplained');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });

  test('has the rules for serverless applications too', () => {
    const { app, data } = stageApp(stages.dev);
    new Queue(data, 'Unexplained', { enforceSSL: true });
    expect(() => app.synth()).toThrow(/Serverless-SQSRedrivePolicy\b/);
  });
});
