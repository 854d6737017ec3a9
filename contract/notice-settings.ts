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
      mails: field(integer(), doc('The number of mails with notices that the service has sent.', 0)),
      heldBack: field(
        integer(),
        doc('The number of notices that the service did not send by e-mail, because a daily limit was reached.', 0),
      ),
    }),
    doc('The numbers of mails and of notices that were not sent by e-mail, on the current day (UTC).'),
  ),
  sender: field(
    v.optional(v.string()),
    doc(
      'The address from which the service sends mails. The field is absent if the stage sends no mails.',
      'notices@riverside.example',
    ),
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
    description: 'Shows the e-mail addresses to which the service sends notices about the webhooks of the network.',
    response: 'The list of all addresses, and the list of the addresses that are not confirmed.',
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
          doc('The e-mail addresses for notices. This list replaces all earlier addresses.', [
            'on-call@riverside.example',
            'office@riverside.example',
          ]),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: { status: 200, body: settings },
    afterFailure:
      'It is possible that the service has stored the addresses, but has not sent the mail with the link to every new address. Send the same request again after ten minutes.',
  },
  routeDoc(({ noticeSettings }) => ({
    group: 'Network',
    summary: 'Change who gets notices by e-mail',
    description: `Replaces the e-mail addresses that get notices about the webhooks of the network. An empty list removes all addresses. The service sends each new address a mail that contains a confirmation link. To confirm the address, the owner of the address opens the link, and then chooses _Confirm_ on the page. Before the confirmation, the service sends no notices to the address. If a later request contains an address that is still unconfirmed, the service sends another mail that contains a confirmation link. The service sends this mail only if the last mail to the address is at least ten minutes old. For each network, the service sends at most ${DAILY_MAILS.confirmations} confirmation mails a day (UTC).`,
    response: 'The settings after the change.',
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
          doc('The addresses to which the service sent the mail.', ['on-call@riverside.example']),
        ),
      }),
    },
    otherStatuses: [400],
    afterFailure: 'The mail may have been sent.',
  },
  routeDoc(({ address }) => ({
    group: 'Network',
    summary: 'Send a test mail',
    description: `Immediately sends one mail to all confirmed addresses. The mail says that it is a test. For each network, the service sends at most ${DAILY_MAILS.tests} test mails a day (UTC).`,
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
          doc(
            'The token in the link. The token proves that the caller has received the mail.',
            'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0',
          ),
        ),
      }),
      maxBytes: 1024,
    },
    response: {
      status: 200,
      body: v.object({
        address: field(
          v.string(),
          doc(
            'The confirmed address. The service sends notices to this address from now on.',
            'on-call@riverside.example',
          ),
        ),
      }),
    },
    otherStatuses: [404],
  },
  routeDoc(({ address, confirmationToken, networkId }) => ({
    group: 'Network',
    summary: 'Confirm an address for notices',
    description: `Confirms an e-mail address. After the confirmation, the service sends notices to this address. The link in the mail leads to a page that calls this route. The request needs no access token, because the link contains a separate token. The token in the link can be used once, within ${CONFIRMATION_HOURS} hours. If the service sends a new link to the address, or an admin removes the address, the token becomes invalid.`,
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
