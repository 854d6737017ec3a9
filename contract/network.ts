/**
 * The settings of a network: as an admin sees them, since operators change them with the command line; and who gets
 * notices by e-mail, which admins change (docs/spec/notices.md#e-mail).
 */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { Branding } from './branding.ts';
import { NetworkId } from './ids.ts';
import { QuotaLimits } from './quotas.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integer, listUpTo, object } from './schema.ts';

/** A signing key without its secret: enough to tell which keys are live. */
export const SigningKeyName = v.object({ keyId: v.string(), createdAt: v.string() });
export type SigningKeyName = v.InferOutput<typeof SigningKeyName>;

export const NetworkFeatures = v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() });

export const NetworkResponse = v.object({
  networkId: v.string(),
  features: NetworkFeatures,
  hideMode: HideMode,
  activityRetentionDays: v.optional(integer()),
  quotas: QuotaLimits,
  signingKeys: v.array(SigningKeyName),
  branding: v.optional(Branding),
});
export type NetworkResponse = v.InferOutput<typeof NetworkResponse>;

export const showNetwork = defineRoute({
  operationId: 'showNetwork',
  method: 'GET',
  path: '/network',
  summary: 'Show the network',
  description: "The settings of the token's network. It needs no feature, so that an admin can see which are off.",
  role: 'viewer',
  quota: 'administration',
  response: { status: 200, description: 'The network.', body: NetworkResponse },
  otherStatuses: [404],
});

/** The most addresses of a network. */
export const MAX_NOTICE_ADDRESSES = 10;

const ADDRESS = 'must be an e-mail address of at most 254 ASCII characters, such as on-call@example.com';
const ADDRESSES = `must be an array of at most ${MAX_NOTICE_ADDRESSES} e-mail addresses`;

/**
 * An address as the HTML standard has it, of a domain with a dot. Amazon SES takes ASCII only
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html). None has spaces, commas, angle
 * brackets or line breaks, so that none can add a recipient or a header; nor a question mark, so that none is shown as
 * an encoded word of RFC 2047 says.
 */
const NOTICE_ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** The most characters of an address. */
export const MAX_NOTICE_ADDRESS_LENGTH = 254;

export const NoticeAddress = v.pipe(
  v.string(ADDRESS),
  v.maxLength(MAX_NOTICE_ADDRESS_LENGTH, ADDRESS),
  v.regex(NOTICE_ADDRESS, ADDRESS),
);

/** The most mails of a UTC day: notices about a webhook, notices of a network, confirmations, and tests. */
export const DAILY_MAILS = { ofWebhook: 5, ofNetwork: 20, confirmations: 20, tests: 20 } as const;
/** For how many hours the link in a mail confirms its address. */
export const CONFIRMATION_HOURS = 72;

const settings = v.object({
  addresses: v.array(v.string()),
  unconfirmed: v.array(v.string()),
  today: v.object({ mails: integer(), heldBack: integer() }),
  sender: v.optional(v.string()),
});

const common = {
  role: 'viewer',
  quota: 'administration',
  feature: 'webhooks',
  path: '/network/notices',
} as const;

export const showNoticeSettings = defineRoute({
  ...common,
  operationId: 'showNoticeSettings',
  method: 'GET',
  summary: 'Show who gets notices by e-mail',
  description: 'The e-mail addresses that notices about the webhooks of the network are sent to.',
  response: { status: 200, description: 'The addresses, and which of them are confirmed.', body: settings },
});

export const changeNoticeSettings = defineRoute({
  ...common,
  role: 'admin',
  quota: 'changes',
  operationId: 'changeNoticeSettings',
  method: 'PATCH',
  summary: 'Change who gets notices by e-mail',
  description:
    'Replaces the e-mail addresses that notices about the webhooks of the network are sent to; `[]` ends the mails. Each new one gets a mail with a link, by which its owner confirms it; nothing else is sent before. The same addresses again ask those that have not confirmed once more, if they were asked more than ten minutes ago.',
  body: {
    schema: object({
      addresses: v.pipe(
        listUpTo(NoticeAddress, MAX_NOTICE_ADDRESSES, ADDRESSES),
        v.transform((addresses) => [...new Set(addresses)]),
      ),
    }),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: { status: 200, description: 'The addresses as they are now.', body: settings },
  afterFailure: 'The addresses may be saved, and some of them not asked: send them again after ten minutes.',
});

export const sendTestNotice = defineRoute({
  ...common,
  role: 'admin',
  operationId: 'sendTestNotice',
  method: 'POST',
  path: '/network/notices/test',
  summary: 'Send a test mail',
  description: `Sends one mail, which says that it is a test, to all confirmed addresses at once. At most ${DAILY_MAILS.tests} a day.`,
  response: {
    status: 200,
    description: 'The mail is on its way.',
    body: v.object({ addresses: v.array(v.string()) }),
  },
  otherStatuses: [400],
  afterFailure: 'The mail may be sent all the same.',
});

const TOKEN = 'must be the token of the link in the mail';

export const confirmNoticeAddress = defineRoute({
  operationId: 'confirmNoticeAddress',
  method: 'POST',
  path: '/network/notices/confirmation',
  summary: 'Confirm an address for notices',
  description:
    'For the page that the link in a mail leads to: from now on the address gets notices. The token, which is valid once and for three days, is all that it needs.',
  role: 'anyone',
  quota: 'none',
  body: {
    schema: object({ networkId: NetworkId, token: v.pipe(v.string(TOKEN), v.regex(/^[A-Za-z0-9_-]{43}$/, TOKEN)) }),
    maxBytes: 1024,
  },
  response: { status: 200, description: 'The address is confirmed.', body: v.object({ address: v.string() }) },
  otherStatuses: [404],
});
