/**
 * The settings of a network: as an admin sees them, since operators change them with the command line; and who gets notices by e-mail,
 * which admins change (docs/spec/notices.md#e-mail).
 */
import * as v from 'valibot';
import { HideMode } from './access.ts';
import { QuotaLimits } from './quotas.ts';
import { defineRoute, noBody, nothing, SMALL_BODY_BYTES } from './route.ts';
import { integer, object } from './schema.ts';

/** A signing key without its secret: enough to tell which keys are live. */
export const SigningKeyName = v.object({ keyId: v.string(), createdAt: v.string() });
export type SigningKeyName = v.InferOutput<typeof SigningKeyName>;

export const NetworkResponse = v.object({
  networkId: v.string(),
  features: v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() }),
  hideMode: HideMode,
  /** Days after which activity records expire; absent if they never do. */
  activityRetentionDays: v.optional(integer()),
  /** Units a second; test events a minute. */
  quotas: QuotaLimits,
  /** The live keys, oldest first. */
  signingKeys: v.array(SigningKeyName),
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
  query: nothing,
  body: noBody,
  response: { status: 200, description: 'The network.', body: NetworkResponse },
  otherStatuses: [404],
});

/** The most addresses of a network. */
export const MAX_NOTICE_ADDRESSES = 10;

const ADDRESS = 'must be an e-mail address of at most 254 ASCII characters, such as on-call@example.com';
const ADDRESSES = `must be an array of at most ${MAX_NOTICE_ADDRESSES} e-mail addresses`;

/**
 * An address as the HTML standard has it, of a domain with a dot. Amazon SES takes ASCII only
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html). None has spaces, commas, angle brackets or
 * line breaks, so that none can add a recipient or a header.
 */
export const NOTICE_ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** The most characters of an address. */
export const MAX_NOTICE_ADDRESS_LENGTH = 254;

export const NoticeAddress = v.pipe(
  v.string(ADDRESS),
  v.maxLength(MAX_NOTICE_ADDRESS_LENGTH, ADDRESS),
  v.regex(NOTICE_ADDRESS, ADDRESS),
);

const settings = v.object({
  addresses: v.array(v.string()),
  /** From which address mails come; absent in a stage that sends none. */
  sender: v.optional(v.string()),
});

const common = {
  role: 'viewer',
  quota: 'administration',
  feature: 'webhooks',
  path: '/network/notices',
  query: nothing,
} as const;

export const showNoticeSettings = defineRoute({
  ...common,
  operationId: 'showNoticeSettings',
  method: 'GET',
  summary: 'Show who gets notices by e-mail',
  description: 'The e-mail addresses that notices about the webhooks of the network are sent to.',
  body: noBody,
  response: { status: 200, description: 'The addresses.', body: settings },
});

export const changeNoticeSettings = defineRoute({
  ...common,
  role: 'admin',
  quota: 'changes',
  operationId: 'changeNoticeSettings',
  method: 'PATCH',
  summary: 'Change who gets notices by e-mail',
  description:
    'Replaces the e-mail addresses that notices about the webhooks of the network are sent to; `[]` ends the mails.',
  body: {
    schema: object({
      addresses: v.pipe(
        v.array(NoticeAddress, ADDRESSES),
        v.maxLength(MAX_NOTICE_ADDRESSES, ADDRESSES),
        v.transform((addresses) => [...new Set(addresses)]),
      ),
    }),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: { status: 200, description: 'The addresses as they are now.', body: settings },
});
