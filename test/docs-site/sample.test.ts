/** The value that a "try it" form begins with. */
import { describe, expect, test } from '@jest/globals';
import { sampleOf } from '../../docs-site/markdown/sample.ts';

describe('a sample of a schema', () => {
  test.each([
    ['text', { type: 'string' }, ''],
    ['a number', { type: 'integer' }, 0],
    ['a switch', { type: 'boolean' }, false],
    ['a default', { type: 'string', default: 'channel.didCreate' }, 'channel.didCreate'],
    ['a constant', { const: 'success' }, 'success'],
    ['the first alternative', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, ''],
    ['a list with one element', { type: 'array', items: { type: 'string' } }, ['']],
    ['a list of anything', { type: 'array' }, []],
  ])('is %s', (_, schema, sample) => {
    expect(sampleOf(schema)).toEqual(sample);
  });

  test('has the required members of an object, and no other ones', () => {
    const properties = { id: { type: 'string' }, data: { type: 'object' }, event: { type: 'string' } };
    expect(sampleOf({ type: 'object', properties, required: ['event', 'data'] })).toEqual({ event: '', data: {} });
  });
});
