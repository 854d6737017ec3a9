/** Notices by e-mail, in a stage that has a sender (docs/spec/notices.md#e-mail). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { stages } from '../../lib/config.ts';
import { neededConcurrency } from '../../lib/needed-concurrency.ts';
import { noticeMail, synthesized } from './synthesized.ts';

const mailing = { ...stages.prod, noticeMail };
const { service } = synthesized(mailing);

describe('a stage with a sender', () => {
  test('sends notices each minute, from its verified identity only', () => {
    const [, { Properties }] = service.functionOf('notices/send-mails');
    expect(Properties).toMatchObject({
      Environment: {
        Variables: {
          NOTICE_SENDER: 'notices@example.com',
          PANEL_URL: 'https://panel.example.com/admin/',
          NOTICES_QUEUE_URL: { Ref: 'NoticesQueue' },
          AWS_ENDPOINT_URL_SESV2: '',
        },
      },
    });
    const { Role } = v.parse(
      v.object({ Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }) }),
      Properties,
    );
    const identity = [
      ['arn:', { Ref: 'AWS::Partition' }, ':ses:', { Ref: 'AWS::Region' }, ':'],
      [{ Ref: 'AWS::AccountId' }, ':identity/example.com'],
    ].flat();
    const policies = JSON.stringify(service.resource(Role['Fn::GetAtt'][0]).Properties['Policies']);
    expect(policies).toContain(JSON.stringify({ 'Fn::Join': ['', identity] }));
    expect(policies.match(/ses:\w+/g)).toEqual(['ses:SendEmail']);
    expect(policies).toContain('{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["*#notices"]}}');
  });

  test('keeps notices for four hours of failing mails, and then as dead letters', () => {
    expect(service.resource('NoticesQueue').Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      VisibilityTimeout: 300,
      RedrivePolicy: { maxReceiveCount: 48 },
    });
    expect(service.resource('NoticesDeadLetters').Properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
  });

  test('has two more alarms, each with a section of the runbook', () => {
    const alarms = service.ofType('AWS::CloudWatch::Alarm').map(([id]) => id.replace(/^Alarms|[0-9A-F]{8}$/g, ''));
    const more = alarms.filter((name) => name.startsWith('Notice'));
    expect(more.sort()).toEqual(['NoticeMailErrors', 'NoticesDeadLetters']);
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    for (const name of more) expect(runbook).toMatch(new RegExp(`^### (.*, )?${name}[:,]`, 'm'));
  });

  test('needs one more concurrent call', () => {
    expect(neededConcurrency(mailing)).toBe(neededConcurrency(stages.prod) + 1);
  });
});
