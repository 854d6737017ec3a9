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
      doc('The addresses from which webhooks are sent, and no others; empty where the stage has none of its own.'),
    ),
    version: field(v.string(), doc('Another one whenever the addresses are others.', '7f83b1657ff1fc53')),
    updatedAt: field(
      v.optional(time),
      doc('Since when the service has listed exactly these; absent if there are none.', '2026-03-02T09:00:00.000Z'),
    ),
    message: field(
      v.optional(v.string()),
      doc(
        'Why there are none, and what to do; absent if there are.',
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
      'The addresses from which webhooks are sent, for the firewall of a receiver. They are those of the whole stage. Others can send from the same addresses, so verify the signature all the same.',
    response: 'The addresses.',
    example: { response: { addresses: [], version: 'e3b0c44298fc1c14', message: NO_SOURCE_ADDRESSES } },
  })),
);

/** Those of this file. */
export const sourceAddressRoutes = { listSourceAddresses };
