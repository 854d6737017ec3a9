/** The code that mutation testing changes, in groups with a score each, and the code that it leaves out. */
import { globSync } from 'node:fs';
import { handlers } from '../../../lib/functions/handlers.ts';

/** Patterns of files by group; its name is that of its score in test/proof/figures/mutation.json. */
export const groups = {
  blocking: ['lambdas/block/**/*.ts'],
  ingest: ['lambdas/events/**/*.ts'],
  delivery: ['lambdas/delivery/model/**/*.ts', 'lambdas/delivery/receiver/**/*.ts'],
  addressGuard: [
    'lambdas/delivery/outbound/{address-guard,name-resolver}.ts',
    'lambdas/shared/{address-ranges,webhook-url}.ts',
  ],
  tokens: ['lambdas/auth/**/*.ts'],
  signatures: ['lambdas/delivery/outbound/signature.ts', 'client/verify-webhook.ts'],
  all: ['lambdas/**/*.ts', 'contract/**/*.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type GroupName = keyof typeof groups;
export const groupNames: readonly GroupName[] = [
  'blocking',
  'ingest',
  'delivery',
  'addressGuard',
  'tokens',
  'signatures',
  'all',
];

/** Files that no unit test can reach, and which tests prove instead. */
export const leftOut: readonly { readonly files: readonly string[]; readonly reason: string }[] = [
  {
    files: ['lambdas/**/*-table.ts'],
    reason: 'DynamoDB evaluates their keys and conditions: the tests with DynamoDB Local prove them.',
  },
  {
    files: handlers.map((handler) => `lambdas/${handler}.ts`),
    reason: 'Entry files of functions read the environment and create clients: the end-to-end tests prove them.',
  },
  {
    files: ['lambdas/delivery/{worker,routes,tables}/**/*.ts'],
    reason: 'They join tables, queues and requests: the end-to-end tests and simulations in virtual time prove them.',
  },
];

/** The files of a group, relative to the checkout, which is the working directory. */
export function filesOf(name: GroupName): readonly string[] {
  const exclude = [...leftOut.flatMap(({ files }) => files), '**/*.d.ts'];
  return globSync(groups[name], { exclude }).toSorted();
}
