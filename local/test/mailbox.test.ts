/** The mailbox in place of Amazon SES. */
import { describe, expect, test } from '@jest/globals';
import { createMailbox, MAIL_ENDPOINT } from '../local-routes/mailbox.ts';
import { arn } from '../template/names.ts';
import { requestWith } from './requests-of-tests.ts';

const permissions = {
  functions: new Map([
    [
      'Mailer',
      {
        title: 'Mailer',
        role: 'MailerRole',
        user: 'mailer',
        statements: [
          { Effect: 'Allow' as const, Action: ['ses:SendEmail'], Resource: [arn('ses', 'identity/example.com')] },
        ],
      },
    ],
  ]),
};

const request = (caller: string) =>
  requestWith({
    method: 'POST',
    path: `${MAIL_ENDPOINT}/v2/email/outbound-emails`,
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${caller}/20260101/us-east-1/ses/aws4_request` },
  });

const mail = (from = 'notices@example.com', subject = 'Hello') => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: ['on-call@example.com'] },
  Content: {
    Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: 'Text', Charset: 'UTF-8' } } },
  },
});

function mailboxOfTests() {
  const seen: string[] = [];
  const mailbox = createMailbox(permissions, ({ subject }) => void seen.push(subject));
  const send = async (content: object, caller = 'Mailer') =>
    (await mailbox.take(request(caller), async () => Buffer.from(JSON.stringify(content)))).status;
  return { mailbox, seen, send };
}

describe('the mailbox', () => {
  test('takes a mail from an identity that the function may send from, and reports it', async () => {
    const { mailbox, seen, send } = mailboxOfTests();
    expect(await send(mail())).toBe(200);
    expect(seen).toEqual(['Hello']);
    expect(mailbox.list()).toEqual([
      {
        at: expect.any(String),
        from: 'notices@example.com',
        to: ['on-call@example.com'],
        subject: 'Hello',
        text: 'Text',
      },
    ]);
  });

  test.each<[string, object, string, number]>([
    ['another identity', mail('notices@other.example.com'), 'Mailer', 403],
    ['a function without the permission', mail(), 'Other', 403],
    ['a mail without a recipient', { ...mail(), Destination: { ToAddresses: [] } }, 'Mailer', 400],
    ['what the local cloud does not know', { ...mail(), ConfigurationSetName: 'set' }, 'Mailer', 400],
  ])('refuses %s', async (_, content, caller, status) => {
    const { mailbox, send } = mailboxOfTests();
    expect(await send(content, caller)).toBe(status);
    expect(mailbox.list()).toEqual([]);
  });

  test('keeps the latest 200', async () => {
    const { mailbox, send } = mailboxOfTests();
    for (let n = 0; n < 205; n++) await send(mail(undefined, `${n}`));
    expect(mailbox.list()).toHaveLength(200);
    expect(mailbox.list()[0]?.subject).toBe('204');
  });
});
