import { describe, expect, test } from '@jest/globals';
import { stageConfig, stageNames, stages } from '../../lib/config.ts';

describe('stageConfig', () => {
  test.each(stageNames)('returns the settings of %s', (name) => {
    expect(stageConfig(name)).toBe(stages[name]);
    expect(stages[name].name).toBe(name);
  });

  test.each([undefined, 'production', '', 'toString', 7])('lists the stages when %j is none of them', (name) => {
    expect(() => stageConfig(name)).toThrow(/-c env=<stage>: local, dev, staging, prod/);
  });
});
