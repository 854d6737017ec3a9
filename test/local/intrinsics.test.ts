import { describe, expect, test } from '@jest/globals';
import { resolve, type Scope } from '../../local/template/intrinsics.ts';
import type { Json } from '../../local/template/json.ts';

const scope: Scope = {
  reference(name) {
    if (name === 'Table') return 'blocks';
    throw new Error(`no ${name}`);
  },
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  importValue: (name) => `imported ${name}`,
};

describe('intrinsic functions', () => {
  const cases: readonly [Json, Json][] = [
    [{ Ref: 'Table' }, 'blocks'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Table' }, '3']] }, 'a-blocks-3'],
    [{ 'Fn::Sub': 'arn:$' + '{Table}:$' + '{Table}' }, 'arn:blocks:blocks'],
    [{ 'Fn::ImportValue': 'data:Table' }, 'imported data:Table'],
    [
      { list: [1, { Ref: 'Table' }, { Ref: 'Table', other: null }] },
      { list: [1, 'blocks', { Ref: 'Table', other: null }] },
    ],
    [{}, {}],
  ];
  test.each(cases)('%j resolves to %j', (value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test.each<[Json, string]>([
    [{ Ref: 'nowhere' }, 'no nowhere'],
    [{ 'Fn::Sub': '$' + '{Queue.Arn}' }, 'no Queue.Arn'],
    [{ 'Fn::If': ['IsLocal', 'yes', 'no'] }, 'Fn::If is not supported'],
    [{ 'Fn::GetAtt': 'Queue.Arn' }, 'Fn::GetAtt can\'t be used with "Queue.Arn"'],
    [{ 'Fn::Join': ['-', [['a', 'b']]] }, 'does not resolve to a string'],
  ])('%j is an error, never an empty string', (value, message) => {
    expect(() => resolve(value, scope)).toThrow(message);
  });
});
