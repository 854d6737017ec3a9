/** Sends mails with Amazon SES. Addresses and texts are fields of its API, not parts of a message. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mail } from './mail.ts';

/** Returns a function that sends one mail from `sender` to all of the addresses, and rejects where SES refuses it. */
export function mailSender(sender: string): (mail: Mail, addresses: readonly string[]) => Promise<unknown> {
  const ses = new SESv2Client({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  return ({ subject, text }, addresses) =>
    ses.send(
      new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [...addresses] },
        Content: {
          Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: text, Charset: 'UTF-8' } } },
        },
      }),
    );
}
