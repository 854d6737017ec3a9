/** The list of routes in the specification of access is complete, and names the role that each route asks for. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';

const section =
  /^### Routes\n(.*?)^The \[API reference\]/ms.exec(readFileSync('docs/spec/access.md', 'utf8'))?.[1] ?? '';
/** The first word of a role's item in the list. */
const roleOf: Readonly<Record<string, string>> = {
  '`user`': 'user',
  '`server`': 'server',
  '`viewer`': 'viewer',
  '`admin`': 'admin',
  a: 'receiver',
  anyone: 'anyone',
};

test('the list of routes by their roles is that of the contract', () => {
  const listed = [...section.matchAll(/^- (\S+?):? (.*?)(?=^- |\n\n)/gms)].flatMap(([, word = '', item = '']) =>
    [...item.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route = '']) => `${roleOf[word]}: ${route}`),
  );
  expect(listed.toSorted()).toEqual(
    Object.values(routes)
      .map(({ role, method, path }) => `${role}: ${method} ${path}`)
      .toSorted(),
  );
});
