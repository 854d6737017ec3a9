/** The page about event types describes each event of the catalogue, and each object that it links to. */
import { describe, expect, test } from '@jest/globals';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { EVENT_PAGE, eventReference } from '../../scripts/event-reference.ts';

const page = eventReference()[`docs/${EVENT_PAGE}`] ?? '';
/** Items of lists on one line each. */
const items = page.replaceAll(/\n {2}(?=\S)/g, ' ').split('\n');

describe('the page about event types', () => {
  test.each([...eventTypes.values()])('lists $name with its members', ({ name, keys, description }) => {
    const item = items.find((line) => line.startsWith(`- \`${name}\`: `)) ?? '';
    expect(item).toContain(description);
    const members = item.slice(item.indexOf('Members: ')).replaceAll(/ \([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
    expect([...members.matchAll(/`(\w+)`/g)].map(([, key]) => key)).toEqual([...keys]);
  });

  test('marks what ingest requires, and only that', () => {
    const required = items.filter((line) => line.startsWith('- `') && line.includes('**'));
    expect(required.map((line) => /`([^`]+)`/.exec(line)?.[1])).toEqual([
      'v3.post.didAddReaction',
      'v3.post.didRemoveReaction',
      'v3.comment.didCreate',
      'v3.comment.didReply',
      'v3.comment.didDelete',
      'v3.comment.didAddReaction',
      'v3.comment.didRemoveReaction',
    ]);
  });

  test('gives a type for each member, and describes each object that it links to', () => {
    expect(items.filter((line) => /:\s*$/.test(line) && line.startsWith('- '))).toEqual([]);
    const linked = new Set([...page.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor));
    const objects = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
    expect(objects.toSorted()).toEqual([...linked].toSorted());
  });
});
