/** The messages of 401 and 403 that docs/guides/errors.md explains are those that the functions send. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ON_BEHALF_OF } from '../../contract/access.ts';
import { WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from '../../contract/signature.ts';

const page = readFileSync('docs/guides/errors.md', 'utf8');
/** An item of a list begins with its messages as code, with `…` for what differs. A message has several words. */
const messages = [...page.matchAll(/^- (.*(?:\n {2}[^- ].*)*)/gm)]
  .flatMap(([, item = '']) => [...item.replaceAll(/\n */g, ' ').matchAll(/`([^`]+)`/g)])
  .map(([, message = '']) => message)
  .filter((message) => message.split(' ').length > 3);

const names = { ON_BEHALF_OF, WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP };
const sources = Object.entries(names).reduce(
  (text, [name, value]) => text.replaceAll(`\${${name}}`, value),
  globSync('lambdas/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);

/** The texts that these errors have in the sources: literals, or constants of the same file. */
const REFUSALS = /(?:unauthorized|forbidden|InvalidTokenError)\(\s*(?:([A-Z_]+)\)|(['"`])(.*?)\2)/g;
const textOf = (constant: string): string =>
  new RegExp(`const ${constant} =\\s*(['"\`])(.*?)\\1;`).exec(sources)?.[2] ?? constant;
const refusals = [...sources.matchAll(REFUSALS)].map(([, constant, , text = '']) =>
  constant === undefined ? text : textOf(constant),
);
/** Nobody gets it unless a route has no authorizer by mistake. */
const UNEXPLAINED = 'an access token is required: Authorization: Bearer <ACCESS_TOKEN>';

test('the page explains messages', () => {
  expect(messages.length).toBeGreaterThan(15);
});

test.each(messages)('%s', (message) => {
  const parts = message.split('…').map((part) => part.trim());
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});

test('the page explains each message of the functions that refuse a caller', () => {
  expect(refusals.length).toBeGreaterThan(15);
  const explained = messages.flatMap((message) => message.split('…').map((part) => part.trim()));
  const unexplained = refusals.filter(
    (text) => text !== UNEXPLAINED && !explained.some((part) => part.length > 8 && text.includes(part)),
  );
  expect(unexplained).toEqual([]);
});
