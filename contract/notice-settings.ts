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
    doc('The e-mail addresses for notices.', ['on-call@riverside.example', 'office@riverside.example']),
  ),
  unconfirmed: field(
    v.array(v.string()),
    doc('The addresses that get no notices yet, because their owners have not confirmed them.', [
      'office@riverside.example',
    ]),
  ),
  today: field(
    v.object({
      mails: field(integer(), doc('The number of mails with notices that were sent.', 0)),
      heldBack: field(
        integer(),
        doc('The number of notices that were not sent by e-mail, because a daily limit was reached.', 0),
      ),
    }),
    doc('The counts of the current day (UTC).'),
  ),
  sender: field(
    v.optional(v.string()),
    doc('The address from which mails are sent; absent if the stage sends no mails.', 'notices@riverside.example'),
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
    description: 'Shows the e-mail addresses to which notices about the webhooks of the network are sent.',
    response: 'All addresses, and the addresses that are not confirmed.',
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
          doc('The e-mail addresses for notices, which replace all earlier addresses.', [
            'on-call@riverside.example',
            'office@riverside.example',
          ]),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: { status: 200, body: settings },
    afterFailure:
      'The addresses may be stored already, and some of them may have got no mail with a link. Send the same request again after ten minutes.',
  },
  routeDoc(({ noticeSettings }) => ({
    group: 'Network',
    summary: 'Change who gets notices by e-mail',
    description: `Replaces the e-mail addresses that get notices about the webhooks of the network. An empty list removes all addresses. Each new address gets a mail with a link, by which its owner confirms the address. Before the confirmation, the address gets no other mail. If a later request contains an address that is still unconfirmed, the address gets another mail with a link, but only if the last mail to the address is at least ten minutes old. A network can send at most ${DAILY_MAILS.confirmations} of these mails a day (UTC).`,
    response: 'The addresses after the change.',
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
        addresses: field(
          v.array(v.string()),
          doc('The addresses to which the mail is sent.', ['on-call@riverside.example']),
        ),
      }),
    },
    otherStatuses: [400],
    afterFailure: 'The mail may have been sent.',
  },
  routeDoc(({ address }) => ({
    group: 'Network',
    summary: 'Send a test mail',
    description: `Immediately sends one mail to all confirmed addresses. The mail says that it is a test. A network can send at most ${DAILY_MAILS.tests} test mails a day (UTC).`,
    response: 'The mail service has accepted the mail.',
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
          doc('The token that proves who owns the address.', 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0'),
        ),
      }),
      maxBytes: 1024,
    },
    response: {
      status: 200,
      body: v.object({
        address: field(
          v.string(),
          doc('The confirmed address, which gets notices from now on.', 'on-call@riverside.example'),
        ),
      }),
    },
    otherStatuses: [404],
  },
  routeDoc(({ address, confirmationToken, networkId }) => ({
    group: 'Network',
    summary: 'Confirm an address for notices',
    description: `Confirms an address, so that the address gets notices from then on. The link in the mail leads to a page that calls this route. The request needs no access token, because the link contains a token of its own. That token can be used once, within ${CONFIRMATION_HOURS} hours.`,
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
