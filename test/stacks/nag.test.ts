import { describe, expect, test } from '@jest/globals';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { stageNames, stages } from '../../lib/config.ts';
import { stageApp } from './synthesized.ts';

describe('cdk-nag', () => {
  test.each(stageNames)('leaves no finding unexplained in %s', (name) => {
    expect(() => stageApp(stages[name]).app.synth()).not.toThrow();
  });

  test('fails the synth on a finding that nobody has explained', () => {
    const { app, data } = stageApp(stages.dev);
    new Bucket(data, 'Unexplained');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });
});
