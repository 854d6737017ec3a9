/** The messages of 401 and 403 that docs/guides/errors.md explains are those that the functions send. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ON_BEHALF_OF } from '../../contract/access.ts';
import { WEBHOOK_TIMESTAMP } from '../../contract/signature.ts';

const page = readFileSync('docs/guides/errors.md', 'utf8');
/** An item of a list begins with its messages as code, with `…` for what differs. A message has several words. */
const messages = [...page.matchAll(/^- (.*(?:\n {2}[^- ].*)*)/gm)]
  .flatMap(([, item = '']) => [...item.replaceAll(/\n */g, ' ').matchAll(/`([^`]+)`/g)])
  .map(([, message = '']) => message)
  .filter((message) => message.split(' ').length > 3);

const sources = globSync('lambdas/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source.
  .replaceAll('${ON_BEHALF_OF}', ON_BEHALF_OF)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source.
  .replaceAll('${WEBHOOK_TIMESTAMP}', WEBHOOK_TIMESTAMP);

test('the page explains messages', () => {
  expect(messages.length).toBeGreaterThan(15);
});

test.each(messages)('%s', (message) => {
  const parts = message.split('…').map((part) => part.trim());
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
