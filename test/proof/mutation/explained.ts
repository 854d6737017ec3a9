/** Survivors that no test can kill, or none should, and why. */
import type { Change } from './report.ts';

/** A survivor: the text that was changed, and what it became unless it does not matter. */
export interface Explanation {
  readonly file: string;
  readonly original: string;
  readonly replacement?: string;
  readonly reason: string;
}

export const explanations: readonly Explanation[] = [
  {
    file: 'lambdas/auth/access-token.ts',
    original: '{ algorithms: [ALGORITHM] }',
    reason: 'readToken has refused every other algorithm before, so this second lock is never reached.',
  },
  {
    file: 'lambdas/auth/access-token.ts',
    original: 'false',
    replacement: 'true',
    reason: 'Whether a key could be exported: nothing exports it.',
  },
  {
    file: 'lambdas/auth/direct-calls.ts',
    original: "''",
    reason: 'Any text that is not the secret is refused as well.',
  },
  {
    file: 'lambdas/auth/credentials.ts',
    original: "''",
    reason: 'Any text that is no credentials is refused as well.',
  },
  {
    file: 'lambdas/auth/credentials.ts',
    original: '[]',
    reason: 'Only the second and third elements are read, and they stay undefined.',
  },
  {
    file: 'lambdas/block/own-blocks.ts',
    original: 'first === undefined || last === undefined',
    replacement: 'first === undefined && last === undefined',
    reason: 'Both are undefined, or neither.',
  },
  {
    file: 'lambdas/block/own-blocks.ts',
    original: 'first === undefined',
    replacement: 'false',
    reason: '`last` is undefined then, too.',
  },
  {
    file: 'lambdas/block/own-blocks.ts',
    original: 'last === undefined',
    replacement: 'false',
    reason: '`first` is undefined then, too.',
  },
  {
    file: 'lambdas/block/own-blocks.ts',
    original: 'decided * ITEMS_PER_UNIT < items * (1 + GROWTH)',
    replacement: 'decided * ITEMS_PER_UNIT <= items * (1 + GROWTH)',
    reason: 'They are never equal: 164 and its multiples by powers of 3 are no multiples of 40.',
  },
  {
    file: 'lambdas/block/own-blocks.ts',
    original: 'true',
    replacement: 'false',
    reason: 'Only whether there is an entry is asked.',
  },
  {
    file: 'lambdas/events/accepted-events.ts',
    original: "''",
    reason: 'The compiler asks for it; there is a text for each event.',
  },
  {
    file: 'lambdas/events/json-spans.ts',
    original: 'position < json.length',
    replacement: 'position <= json.length',
    reason: 'Text that JSON.parse has accepted ends before: the bound only ends a search in text that is cut off.',
  },
  {
    file: 'lambdas/delivery/model/flow.ts',
    original: "''",
    reason: 'Date.parse of it is not a number, as that of any text without a date.',
  },
  ...["'restrained'", "'recovered'", "'struggles'", "'failing'", "'notice'", "'look again'"].map((original) => ({
    file: 'lambdas/delivery/receiver/health-reporter.ts',
    original,
    replacement: '""',
    reason: 'A key in a cache: any other text does, if it is no other key.',
  })),
  {
    file: 'lambdas/delivery/receiver/health-reporter.ts',
    original: 'true',
    reason: 'A value in a cache of which only the keys are read.',
  },
  {
    file: 'lambdas/delivery/receiver/health-reporter.ts',
    original: 'reported.purgeStale();',
    reason: 'Only frees memory.',
  },
  {
    file: 'lambdas/delivery/receiver/webhook-directory.ts',
    original: 'cache.purgeStale();',
    reason: 'Only frees memory.',
  },
  {
    file: 'lambdas/delivery/receiver/webhook-directory.ts',
    original: '[]',
    reason: 'A text among the malformed webhooks is no enabled one, and has no id that anybody looks for.',
  },
  {
    file: 'lambdas/auth/network-tokens.ts',
    original: 'true',
    reason: 'A value in a cache of which only the keys are read.',
  },
  ...[
    ['first === undefined || last === undefined', 'first === undefined && last === undefined'],
    ['first === undefined', 'false'],
    ['last === undefined', 'false'],
  ].map(([original = '', replacement = '']) => ({
    file: 'lambdas/block/hide-check.ts',
    original,
    replacement,
    reason: 'The first and the last element of a list are there both, or neither is; the compiler asks for each.',
  })),
  {
    file: 'client/verify-webhook.ts',
    original: 'false',
    replacement: 'true',
    reason: 'Whether a key could be exported: nothing exports it.',
  },
  {
    file: 'lambdas/delivery/outbound/signature.ts',
    original: "''",
    reason: 'Date.parse of it is not a number, as that of any text without a date.',
  },
  {
    file: 'lambdas/delivery/outbound/signature.ts',
    original: "'utf8'",
    reason: 'Node takes an empty encoding for UTF-8.',
  },
  {
    file: 'lambdas/block/hide-check.ts',
    original: 'true',
    reason: 'A value in a cache of which only the keys are read.',
  },
  {
    file: 'lambdas/delivery/outbound/name-resolver.ts',
    original: "v4.status === 'rejected'",
    replacement: 'true',
    reason: 'A look-up that finds no address is rejected, so that there is always a reason; the compiler asks.',
  },
  {
    file: 'lambdas/shared/address-ranges.ts',
    original: "'ipv6'",
    replacement: '""',
    reason: 'Node takes every family but ipv4 for IPv6.',
  },
  ...['[]', "''", 'ranges.find(({ list }) => list.check(address, family))?.name'].map((original) => ({
    file: 'lambdas/shared/address-ranges.ts',
    original,
    reason: 'The compiler asks for it; there is always an element.',
  })),
  {
    file: 'lambdas/shared/address-ranges.ts',
    original: '!anySpecial.check(address, family)',
    replacement: 'false',
    reason: 'The list of all special ranges only saves looking through each of them.',
  },
];

/** Whether the explanation is one of this change. */
export const explains = ({ file, original, replacement }: Explanation, change: Change): boolean =>
  change.file === file &&
  change.original === original &&
  (replacement === undefined || change.replacement === replacement);
