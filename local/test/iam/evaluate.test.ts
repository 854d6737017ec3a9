/** Whether statements allow a request. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { evaluate, type Requirement } from '../../iam/evaluate.ts';
import { PolicyDocument, type Statement } from '../../iam/policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/scores';

const statementsOf = (...statements: object[]): readonly Statement[] =>
  v.parse(PolicyDocument, { Version: '2012-10-17', Statement: statements }).Statement;

const request = (
  action = 'dynamodb:GetItem',
  resource = table,
  values: Partial<Record<string, readonly string[]>> = {},
): Requirement => ({ action, resource, valuesOf: (key) => values[key] });

const kindOf = (statements: readonly Statement[], requirement: Requirement): string =>
  evaluate(statements, requirement).kind;

describe('evaluate', () => {
  test.each([
    ['dynamodb:GetItem', table, 'allowed'],
    ['dynamodb:*', table, 'allowed'],
    ['dynamodb:getitem', table, 'allowed'],
    ['*', '*', 'allowed'],
    ['dynamodb:Get????', `${table.slice(0, -3)}*`, 'allowed'],
    ['dynamodb:PutItem', table, 'implicit-deny'],
    ['dynamodb:Get', table, 'implicit-deny'],
    ['sqs:*', '*', 'implicit-deny'],
    ['dynamodb:GetItem', `${table}/index/*`, 'implicit-deny'],
    ['dynamodb:GetItem', table.toUpperCase(), 'implicit-deny'],
    ['dynamodb:GetItem', `${table}s`, 'implicit-deny'],
  ])('with %s on %s, reading an item is %s', (Action, Resource, kind) => {
    expect(kindOf(statementsOf({ Effect: 'Allow', Action, Resource }), request())).toBe(kind);
  });

  const settingsOnly = statementsOf({
    Effect: 'Allow',
    Action: 'dynamodb:GetItem',
    Resource: table,
    Condition: {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['id', 'settings'] },
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['a_*_b', 'c?'] },
      StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  });
  test.each([
    [{ 'dynamodb:Attributes': ['id'], 'dynamodb:Select': ['SPECIFIC_ATTRIBUTES'] }, 'allowed'],
    [{ 'dynamodb:LeadingKeys': ['a_1_b', 'c2'] }, 'allowed'],
    [{}, 'allowed'],
    [{ 'dynamodb:Attributes': ['id', 'secret'] }, 'implicit-deny'],
    [{ 'dynamodb:Attributes': ['id'], 'dynamodb:Select': ['ALL_ATTRIBUTES'] }, 'implicit-deny'],
    [{ 'dynamodb:LeadingKeys': ['a_1_b', 'c23'] }, 'implicit-deny'],
    [{ 'dynamodb:LeadingKeys': ['A_1_b'] }, 'implicit-deny'],
  ])('every value of every condition key must match: %j is %s', (values, kind) => {
    const decision = evaluate(settingsOnly, request('dynamodb:GetItem', table, values));
    expect(decision.kind).toBe(kind);
    if (decision.kind === 'implicit-deny') expect(decision.unmet).toBe(settingsOnly[0]);
  });

  test('a Deny that applies wins over every Allow, and one that does not apply changes nothing', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const deny = { ...allow, Effect: 'Deny', Action: 'dynamodb:Get*' };
    const other = { ...deny, Action: 'dynamodb:Put*' };
    const onSecrets = { ...deny, Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': 'secret' } } };
    const reading = request('dynamodb:GetItem', table, { 'dynamodb:Attributes': ['id'] });
    const kinds = [[allow, deny], [deny, allow], [deny], [allow, other], [onSecrets, allow], [other]].map(
      (statements) => kindOf(statementsOf(...statements), reading),
    );
    const byFunctions = {
      ...deny,
      Condition: { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
    };
    expect(kindOf(statementsOf(allow, byFunctions), reading)).toBe('explicit-deny');
    const denied = 'explicit-deny';
    expect(kinds).toEqual([denied, denied, denied, 'allowed', 'allowed', 'implicit-deny']);
  });
});

describe('a policy document', () => {
  const allow = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table };
  const unknown = 'the local cloud does not know this element of a policy';
  test.each([
    ['NotAction', { Effect: 'Allow', NotAction: 'sqs:*', Resource: '*' }, unknown],
    ['NotResource', { ...allow, NotResource: '*' }, unknown],
    ['Principal', { ...allow, Principal: '*' }, unknown],
    ['another operator', { ...allow, Condition: { Bool: { 'aws:SecureTransport': 'true' } } }, unknown],
    ['another key', { ...allow, Condition: { StringEqualsIfExists: { 'dynamodb:FullTableScan': 'true' } } }, unknown],
    [
      'an operator that does not fit its key',
      { ...allow, Condition: { StringEqualsIfExists: { 'dynamodb:Attributes': 'id' } } },
      unknown,
    ],
    [
      'a policy variable',
      { ...allow, Resource: '$' + '{aws:userid}' },
      'the local cloud does not know policy variables',
    ],
    [
      'a policy variable in a list',
      { ...allow, Resource: ['*', '$' + '{aws:userid}'] },
      'the local cloud does not know policy variables',
    ],
    ['another effect', { ...allow, Effect: 'Audit' }, 'Audit'],
  ])('with %s is refused', (_, statement, problem) => {
    const { issues = [] } = v.safeParse(PolicyDocument, { Version: '2012-10-17', Statement: [allow, statement] });
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining(problem));
  });
});
