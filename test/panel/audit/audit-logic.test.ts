import { expect, test } from '@jest/globals';
import { AuditAction } from '../../../contract/audit.ts';
import { actionText, changeText } from '../../../panel/audit/entry-texts.ts';
import { actorText } from '../../../panel/shared/texts.ts';

test('every action has a text of its own', () => {
  const texts = AuditAction.options.map(actionText);
  expect(new Set(texts).size).toBe(AuditAction.options.length);
});

test.each([
  [{ field: 'description', from: 'Search', to: 'Analytics' }, 'Description: changed from “Search” to “Analytics”'],
  [{ field: 'description', from: '', to: 'a\u202eb' }, 'Description: changed from nothing to “a\\u202eb”'],
  [{ field: 'quotas.events', to: '500' }, 'quotas.events: “500”'],
  [{ field: 'url', from: 'https://a.example.com/' }, 'URL: was “https://a.example.com/”'],
  [{ field: 'headers' }, 'Custom headers: changed'],
])('the change %j is %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});

test.each([
  [{ kind: 'admin', name: 'ada' }, 'ada'],
  [{ kind: 'admin', name: 'admin-link' }, 'An admin with a link'],
  [{ kind: 'operator', name: 'olga' }, 'Operator olga'],
  [{ kind: 'service' }, 'The service'],
] as const)('%j is %s', (actor, text) => {
  expect(actorText(actor)).toBe(text);
});
