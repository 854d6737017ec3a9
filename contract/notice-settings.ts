/** Who gets notices by e-mail, which admins change (docs/spec/notices.md#e-mail). */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { NetworkId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integer, listUpTo, object } from './schema.ts';

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
  addresses: field(
    v.array(v.string()),
    doc('The e-mail addresses that get notices.', ['on-call@riverside.example', 'office@riverside.example']),
  ),
  unconfirmed: field(
    v.array(v.string()),
    doc('Addresses among them that get nothing yet, since their owners have not confirmed them.', [
      'office@riverside.example',
    ]),
  ),
  today: field(
    v.object({
      mails: field(integer(), doc('Mails with notices.', 0)),
      heldBack: field(integer(), doc('Notices that were not mailed, because there were too many.', 0)),
    }),
    doc('What was sent on this UTC day.'),
  ),
  sender: field(
    v.optional(v.string()),
    doc('The address that mails come from; absent in a stage that sends none.', 'notices@riverside.example'),
  ),
});

const common = {
  role: 'viewer',
  quota: 'administration',
  feature: 'webhooks',
  path: '/network/notices',
} as const;

export const showNoticeSettings = defineRoute(
  { ...common, operationId: 'showNoticeSettings', method: 'GET', response: { status: 200, body: settings } },
  routeDoc(({ noticeSettings }) => ({
    group: 'Network',
    summary: 'Show who gets notices by e-mail',
    description: 'The e-mail addresses that notices about the webhooks of the network are sent to.',
    response: 'The addresses, and which of them are not confirmed.',
    example: { response: noticeSettings },
  })),
);

export const changeNoticeSettings = defineRoute(
  {
    ...common,
    role: 'admin',
    quota: 'changes',
    operationId: 'changeNoticeSettings',
    method: 'PATCH',
    body: {
      schema: object({
        addresses: field(
          v.pipe(
            listUpTo(NoticeAddress, MAX_NOTICE_ADDRESSES, ADDRESSES),
            v.transform((addresses) => [...new Set(addresses)]),
          ),
          doc('The e-mail addresses that are to get notices, in place of those before.', [
            'on-call@riverside.example',
            'office@riverside.example',
          ]),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: { status: 200, body: settings },
    afterFailure: 'The addresses may be saved, and some of them not asked: send them again after ten minutes.',
  },
  routeDoc(({ noticeSettings }) => ({
    group: 'Network',
    summary: 'Change who gets notices by e-mail',
    description:
      'Replaces the e-mail addresses that notices about the webhooks of the network are sent to; `[]` ends the mails. Each new address gets a mail with a link, by which its owner confirms it; nothing else is sent to it before. An address that is still not confirmed gets another such mail if a request repeats it more than ten minutes after the last mail.',
    response: 'The addresses as they are now.',
    example: { body: { addresses: noticeSettings.addresses }, response: noticeSettings },
  })),
);

export const sendTestNotice = defineRoute(
  {
    ...common,
    role: 'admin',
    operationId: 'sendTestNotice',
    method: 'POST',
    path: '/network/notices/test',
    idempotent: true,
    response: {
      status: 200,
      body: v.object({
        addresses: field(v.array(v.string()), doc('Who gets the mail.', ['on-call@riverside.example'])),
      }),
    },
    otherStatuses: [400],
    afterFailure: 'The mail may be sent all the same.',
  },
  routeDoc(({ address }) => ({
    group: 'Network',
    summary: 'Send a test mail',
    description: `Sends one mail, which says that it is a test, to all confirmed addresses at once. At most ${DAILY_MAILS.tests} a day.`,
    response: 'The mail is on its way.',
    example: { response: { addresses: [address] } },
  })),
);

const TOKEN = 'must be the token of the link in the mail';

export const confirmNoticeAddress = defineRoute(
  {
    operationId: 'confirmNoticeAddress',
    method: 'POST',
    path: '/network/notices/confirmation',
    role: 'anyone',
    quota: 'none',
    body: {
      schema: object({
        networkId: field(NetworkId, doc('The id of the network (tenant).', 'demo')),
        token: field(
          v.pipe(v.string(TOKEN), v.regex(/^[A-Za-z0-9_-]{43}$/, TOKEN)),
          doc('The token of the link in the mail.', 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0'),
        ),
      }),
      maxBytes: 1024,
    },
    response: {
      status: 200,
      body: v.object({
        address: field(v.string(), doc('The address, which gets notices from now on.', 'on-call@riverside.example')),
      }),
    },
    otherStatuses: [404],
  },
  routeDoc(({ address, confirmationToken, networkId }) => ({
    group: 'Network',
    summary: 'Confirm an address for notices',
    description:
      'The page calls this to which the link in a mail leads: from then on the address gets notices. The token in the link is all that the request needs. It is valid once, for three days.',
    response: 'The address is confirmed.',
    example: { body: { networkId, token: confirmationToken }, response: { address } },
  })),
);

/** Those of this file. */
export const noticeSettingsRoutes = {
  showNoticeSettings,
  changeNoticeSettings,
  confirmNoticeAddress,
  sendTestNotice,
};
