/**
 * Amazon SES, as far as functions use it: takes mails and shows them in place of sending them. Only in memory, and the
 * latest.
 *
 * A function whose role does not allow it to send from the identity is denied, as in AWS
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html).
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { accessKeyIdOf } from '../aws-clients.ts';
import type { GatewayRequest } from '../gateway/request.ts';
import { awsFailure, jsonResponse } from '../gateway/response.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import { mayCall } from '../iam/permission-layer.ts';
import { arn } from '../template/names.ts';

/** A mail that was taken. `at` is ISO 8601. */
export interface TakenMail {
  readonly at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export type Mailbox = ReturnType<typeof createMailbox>;

/** The endpoint is the URL of the local cloud with this path. */
export const MAIL_ENDPOINT = '/_local/ses';
const KEPT = 200;

const Part = v.strictObject({ Data: v.string(), Charset: v.literal('UTF-8') });
const SendEmail = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    FromEmailAddress: v.string(),
    Destination: v.strictObject({ ToAddresses: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50)) }),
    Content: v.strictObject({ Simple: v.strictObject({ Subject: Part, Body: v.strictObject({ Text: Part }) }) }),
  }),
);

/** `onMail` is called with each mail. */
export function createMailbox(permissions: Pick<Permissions, 'functions'>, onMail: (mail: TakenMail) => void) {
  const mails: TakenMail[] = [];
  return {
    /** The mails, the latest first. */
    list: (): readonly TakenMail[] => mails,
    /** Responds to a request of a function below the mailbox's endpoint. */
    async take({ method, path, headers }: GatewayRequest, body: () => Promise<Buffer | 'too large'>) {
      if (method !== 'POST' || path !== `${MAIL_ENDPOINT}/v2/email/outbound-emails`)
        return awsFailure(404, 'NotFoundException', 'The local cloud only takes mails.');
      const parsed = v.safeParse(SendEmail, `${await body()}`);
      if (!parsed.success) return awsFailure(400, 'BadRequestException', v.summarize(parsed.issues));
      const { FromEmailAddress: from, Destination, Content } = parsed.output;
      if (!maySend(accessKeyIdOf(headers), from))
        return awsFailure(403, 'AccessDeniedException', `You may not send from ${from}.`);
      const { Subject, Body } = Content.Simple;
      const at = new Date().toISOString();
      const mail = { at, from, to: Destination.ToAddresses, subject: Subject.Data, text: Body.Text.Data };
      mails.unshift(mail);
      mails.length = Math.min(mails.length, KEPT);
      onMail(mail);
      return jsonResponse(200, { MessageId: randomUUID() });
    },
  };

  /** An address is sent from as itself or as its domain, whichever is verified. */
  function maySend(caller: string, from: string): boolean {
    const identities = [from, from.slice(from.indexOf('@') + 1)];
    return identities.some((identity) =>
      mayCall(permissions, caller, 'ses:SendEmail', arn('ses', `identity/${identity}`)),
    );
  }
}
