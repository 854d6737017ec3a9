import { describe, expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

describe('the templates of prod', () => {
  const { data, service } = synthesized(stages.prod);

  test('the data stack is as reviewed', () => {
    expect(data.template.toJSON()).toMatchSnapshot();
  });

  test('the service stack is as reviewed', () => {
    expect(service.template.toJSON()).toMatchSnapshot();
  });
});
