/** The code that mutation testing changes, in groups with a score each, and the code that it leaves out. */
import { globSync } from 'node:fs';
import { handlers } from '../../../lib/functions/handlers.ts';

/** Patterns of files: the code, and the unit tests that must notice its changes. Fewer tests take less time for each change. */
interface Group {
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

/** By name. A file is in the first group that has it. */
export const groups = {
  blocking: { code: ['lambdas/block/**/*.ts'], tests: ['test/block/*.test.ts'] },
  ingest: { code: ['lambdas/events/**/*.ts'], tests: ['test/events/*.test.ts'] },
  delivery: {
    code: ['lambdas/delivery/{model,receiver}/**/*.ts'],
    tests: [
      'test/delivery/{attempt,delivery,flow,health,ledger,notice-,notice.,receiver-,retry,webhook,wrong}*.test.ts',
    ],
  },
  addressGuard: {
    code: [
      'lambdas/delivery/outbound/{address-guard,name-resolver}.ts',
      'lambdas/shared/{address-ranges,webhook-url}.ts',
    ],
    tests: ['test/delivery/address-guard{,-names}.test.ts'],
  },
  tokens: { code: ['lambdas/auth/**/*.ts'], tests: ['test/auth/*.test.ts'] },
  signatures: {
    code: ['lambdas/delivery/outbound/signature.ts', 'client/verify-webhook.ts'],
    tests: ['test/delivery/signature.test.ts', 'test/client/verify-webhook.test.ts'],
  },
  others: { code: ['lambdas/**/*.ts', 'contract/**/*.ts'], tests: ['test/**/*.test.ts'] },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupName = keyof typeof groups;
export const groupNames: readonly GroupName[] = [
  'blocking',
  'ingest',
  'delivery',
  'addressGuard',
  'tokens',
  'signatures',
  'others',
];

/** Files that unit tests do not reach, and which tests prove instead. */
export const leftOut: readonly { readonly what: string; readonly files: readonly string[]; readonly reason: string }[] =
  [
    {
      what: 'tables',
      files: ['lambdas/**/*-table.ts'],
      reason: 'DynamoDB evaluates their keys and conditions: the tests with DynamoDB Local prove them.',
    },
    {
      what: 'entry files of functions',
      files: handlers.map((handler) => `lambdas/${handler}.ts`),
      reason: 'They read the environment and create clients: the end-to-end tests prove them.',
    },
    {
      what: 'workers, routes and indexes of delivery',
      files: ['lambdas/delivery/{worker,routes,tables}/**/*.ts'],
      reason: 'They join tables, queues and requests: the end-to-end tests and simulations in virtual time prove them.',
    },
  ];

/** The code of a group: paths relative to the checkout, which is the working directory. */
export function codeOf(name: GroupName): readonly string[] {
  const earlier = groupNames.slice(0, groupNames.indexOf(name)).flatMap((other) => groups[other].code);
  const exclude = [...earlier, ...leftOut.flatMap(({ files }) => files), '**/*.d.ts'];
  return globSync(groups[name].code, { exclude }).toSorted();
}
