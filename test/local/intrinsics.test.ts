import { describe, expect, test } from '@jest/globals';
import { resolve, type Scope } from '../../local/template/intrinsics.ts';
import type { Json } from '../../local/template/json.ts';

const scope: Scope = {
  reference(name) {
    if (name === 'AWS::NoValue') return undefined;
    if (name === 'Table') return 'blocks';
    throw new Error(`no ${name}`);
  },
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  condition: (name) => name === 'IsLocal',
  importValue: (name) => `imported ${name}`,
  mapping: (map, first, second) => `${map}/${first}/${second}`,
};

describe('intrinsics', () => {
  const cases: readonly [Json, Json][] = [
    [{ Ref: 'Table' }, 'blocks'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    [{ 'Fn::GetAtt': 'Queue.Arn' }, 'Queue#Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 3]] }, 'a-blocks-3'],
    [{ 'Fn::Sub': 'arn:$' + '{Table}:$' + '{Queue.Arn}:$' + '{!kept}' }, 'arn:blocks:Queue#Arn:$' + '{kept}'],
    [{ 'Fn::Sub': ['$' + '{Own}', { Own: { Ref: 'Table' } }] }, 'blocks'],
    [{ 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    [{ 'Fn::ImportValue': { 'Fn::Sub': '$' + '{Table}-name' } }, 'imported blocks-name'],
    [{ 'Fn::If': ['IsLocal', 'yes', { Ref: 'nowhere' }] }, 'yes'],
    [{ 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'Table' }, 'blocks'] }] }, false],
    [{ 'Fn::FindInMap': ['a', 'b', 'c'] }, 'a/b/c'],
    [{ list: [1, { Ref: 'AWS::NoValue' }, 2], gone: { Ref: 'AWS::NoValue' } }, { list: [1, 2] }],
  ];
  test.each(cases)('%j resolves to %j', (value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test.each<[Json, string]>([
    [{ Ref: 'nowhere' }, 'no nowhere'],
    [{ 'Fn::Cidr': ['10.0.0.0/8', 1, 2] }, 'Fn::Cidr is not supported'],
    [{ 'Fn::Join': ['-', [{ 'Fn::Split': [',', 'a,b'] }]] }, 'does not resolve to text'],
    [{ 'Fn::Select': [5, ['a']] }, 'has no item 5'],
  ])('%j is an error, never an empty string', (value, message) => {
    expect(() => resolve(value, scope)).toThrow(message);
  });
});
