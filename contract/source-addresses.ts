/** The addresses from which webhooks are sent (docs/spec/delivery.md#source-addresses). */
import * as v from 'valibot';
import { doc, field, named, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { time } from './schema.ts';

/** Why the list of a stage without addresses of its own is empty. */
export const NO_SOURCE_ADDRESSES =
  'Webhooks of this stage are sent from addresses of AWS that change. Allow requests from everywhere, and verify the signature of each.';

const SourceAddresses = named(
  'SourceAddresses',
  v.object({
    addresses: field(
      v.array(
        field(v.string(), doc('An IPv4 address in CIDR notation: every block has exactly one.', '198.51.100.7/32')),
      ),
      doc(
        'All addresses from which the service sends webhooks. The list is empty if the stage has no fixed addresses.',
      ),
    ),
    version: field(
      v.string(),
      doc('The version of the list. The version changes whenever the addresses change.', '7f83b1657ff1fc53'),
    ),
    updatedAt: field(
      v.optional(time),
      doc(
        'The time at which the service first listed exactly these addresses. The field is absent if there are no addresses.',
        '2026-03-02T09:00:00.000Z',
      ),
    ),
    message: field(
      v.optional(v.string()),
      doc(
        'The reason why the list is empty, and advice on what to do. The field is absent if the list contains addresses.',
        'Webhooks of this stage are sent from addresses of AWS that change.',
      ),
    ),
  }),
);
export type SourceAddresses = v.InferOutput<typeof SourceAddresses>;

export const listSourceAddresses = defineRoute(
  {
    operationId: 'listSourceAddresses',
    method: 'GET',
    path: '/source-addresses',
    role: 'anyone',
    quota: 'none',
    response: { status: 200, body: SourceAddresses },
  },
  routeDoc(() => ({
    group: 'Receivers',
    summary: 'Source addresses',
    description:
      'Lists the addresses from which the service sends webhooks. You can allow these addresses in the firewall of a receiver. The addresses are the same for all networks of the stage. An address does not prove who has sent a request, so receivers must verify the signature as well.',
    response: 'The addresses.',
    example: { response: { addresses: [], version: 'e3b0c44298fc1c14', message: NO_SOURCE_ADDRESSES } },
  })),
);

/** Those of this file. */
export const sourceAddressRoutes = { listSourceAddresses };
