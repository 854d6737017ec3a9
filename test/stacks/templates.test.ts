/** The templates of prod in lines: read the difference before you accept it (npm test -- test/stacks -u). */
import { describe, expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';
import { stages } from '../../lib/config.ts';
import { isReserved } from '../../lib/needed-concurrency.ts';
import { functionLines, functionsOf, resourceLines, rightsOfRole } from './listing.ts';
import { mails, synthesized } from './synthesized.ts';

const { data, service, panel } = synthesized({ ...stages.prod, ...mails });
const lined = (lines: readonly string[]): string => `\n${lines.join('\n')}\n`;

describe('the templates of prod are as reviewed', () => {
  test.each([
    ['data', () => data],
    ['service', () => service],
    ['panel', () => panel],
  ])('the resources of the %s stack', (_, stack) => {
    expect(lined(resourceLines(stack()))).toMatchSnapshot();
  });

  test('the variables and rights of each function', () => {
    expect(lined(functionLines(service))).toMatchSnapshot();
  });
});

describe('the rights of functions', () => {
  const functions = functionsOf(service);
  const rights = functions.flatMap(({ handler, rights: own }) => own.map((right) => ({ handler, ...right })));
  const holders = (wanted: (right: (typeof rights)[number]) => boolean) => [
    ...new Set(rights.filter(wanted).map(({ handler }) => handler)),
  ];
  const changes = /:(Put|Update|Delete|BatchWrite)/;

  test('are single actions on single resources; only ListStreams takes none', () => {
    for (const { action, resource } of rights) {
      expect(action).not.toContain('*');
      if (action !== 'dynamodb:ListStreams') expect(resource).not.toContain('*');
    }
  });

  test('name a resource of the stage', () => {
    for (const { resource } of rights) {
      expect(resource).toMatch(
        /^(\w+Table(\/index\/\w+|\/stream)?|\w+(Queue|DeadLetters)|\*|.*identity\/example\.com.*)$/,
      );
    }
  });

  test('on all of a network, its keys included, are of what identifies callers or redeems admin links', () => {
    expect(holders(({ resource, condition }) => resource === 'NetworksTable' && condition === undefined)).toEqual([
      'auth/redeem-admin-link',
      'auth/authorizer',
      'pull/pull-events',
    ]);
  });

  test('let one function read the audit trail, others only what was changed, and none delete an entry', () => {
    const onTrail = rights.filter(({ resource }) => resource.startsWith('AuditTable'));
    const others = onTrail.filter(({ action }) => action !== 'dynamodb:PutItem');
    expect(new Set(others.map(({ handler, action }) => `${handler} ${action}`))).toEqual(
      new Set([
        'audit/list-audit dynamodb:Query',
        'recovery/read-ledger dynamodb:Query',
        'recovery/reconcile-ledger dynamodb:Query',
        'pull/pull-events dynamodb:Query',
        'delivery-log/show-event dynamodb:Query',
        'user-data/erase-user dynamodb:Query',
        'user-data/erase-user dynamodb:UpdateItem',
      ]),
    );
    const whole = others.filter(({ condition }) => condition === undefined).map(({ handler }) => handler);
    expect(new Set(whole)).toEqual(new Set(['audit/list-audit']));
  });

  // The sweeper and fan-out only read webhooks; addresses of notices are under a condition.
  test("let nobody change a webhook who can't write the audit trail", () => {
    const audited = new Set(holders(({ resource }) => resource === 'AuditTable'));
    const changing = holders(
      ({ resource, action, condition }) =>
        resource === 'WebhooksTable' && condition === undefined && changes.test(action),
    );
    expect(changing.length).toBeGreaterThan(5);
    expect(changing.filter((handler) => !audited.has(handler))).toEqual([]);
  });

  test('to send mails are those of three functions, from the verified identity', () => {
    expect(holders(({ action }) => action.startsWith('ses:'))).toEqual([
      'notices/change-notice-settings',
      'notices/send-mails',
      'notices/send-test-notice',
    ]);
  });

  test('are in a role of its own, and in no further policy; only routes of admins share a log group', () => {
    const logGroups = service
      .ofType('AWS::Lambda::Function')
      .map(([, lambda]) => JSON.stringify(lambda.Properties['LoggingConfig']));
    const own = logGroups.filter((logGroup) => !logGroup.includes('AdminRoutesLogs'));
    expect(new Set(own).size).toBe(own.length);
    const changingAtOnce = Object.values(routes).filter(({ quota }) => !isReserved(quota));
    expect(own).toHaveLength(functions.length - changingAtOnce.length);
    expect(new Set(functions.map(({ roleId }) => roleId)).size).toBe(functions.length);
    for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']) expect(service.ofType(type)).toEqual([]);
    for (const { roleId } of functions) {
      const logging = rightsOfRole(service.resource(roleId)).filter(({ action }) => action.startsWith('logs:'));
      expect(logging.map(({ action }) => action)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    }
  });
});
