import { describe, expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

describe('the templates of prod', () => {
  const { data, service, panel } = synthesized(stages.prod);

  test('the data stack is as reviewed', () => {
    expect(data.template.toJSON()).toMatchSnapshot();
  });

  test('the service stack is as reviewed', () => {
    const withoutHashes = JSON.stringify(service.template.toJSON()).replaceAll(
      /(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}\b/g,
      '$1<hash of code and settings>',
    );
    expect(JSON.parse(withoutHashes)).toMatchSnapshot();
  });

  test('the panel stack is as reviewed', () => {
    const withoutHashes = JSON.stringify(panel.template.toJSON()).replaceAll(/\b[0-9a-f]{64}\b/g, '<hash of an asset>');
    expect(JSON.parse(withoutHashes)).toMatchSnapshot();
  });
});
