import { describe, expect, test } from '@jest/globals';
import { eventDescriptions, eventTypes } from '../../contract/event-catalogue.ts';
import { asksFor, deprecatedEventNames } from '../../contract/event-names.ts';

/** The names of docs/spec/events.md#catalogue. */
const names: Readonly<Record<string, string>> = {
  channel: 'didCreate didJoin didLeave didAddUsers didRemoveUsers didBan didUpdate didUpdateMeta didClose',
  message: 'didCreate didUpdate didDelete didFlag didUnflag didClearflag didAddReaction didRemoveReaction',
  'v5.message': 'didCreate didUpdate didDelete',
  moderation: 'didBan',
  user: 'didCreate didUpdate didFlag didUnflag didClearFlag',
  follow: 'didCreate didRequest didAcceptRequest didDeclineRequest didCancelRequest didUnfollow didDeleteFollower',
  'v3.post': 'didCreate didUpdate didDelete didApprove didDecline didFlag didUnflag didAddReaction didRemoveReaction',
  'v3.comment': 'didCreate didReply didUpdate didDelete didFlag didUnflag didAddReaction didRemoveReaction',
  'v3.community':
    'didCreate didUpdate didDelete didJoin didLeave didAddUsers didRemoveUsers didBan didUnban didRoleChange',
  poll: 'didCreate didUpdate didVote',
  'video-streaming': 'didStart didStop didRecord',
  webhook: 'didStruggle didGoDown didComeBack willDisable didDisable didFailDeliveries didRefuseSecret',
};

describe('the event catalogue', () => {
  test('has the names of the specification and no other', () => {
    const expected = Object.entries(names).flatMap(([noun, verbs]) =>
      verbs.split(' ').map((verb) => `${noun}.${verb}`),
    );
    expect([...eventTypes.keys()].sort()).toEqual(expected.sort());
  });

  test('has the keys that some events have in addition to those of their family', () => {
    const keysOf = (name: string) => eventTypes.get(name)?.keys;
    expect(keysOf('channel.didAddUsers')).toContain('adderId');
    expect(keysOf('channel.didRemoveUsers')).toContain('removerId');
    expect(keysOf('channel.didBan')).toContain('actorId');
    expect(keysOf('v3.post.didFlag')).toContain('flaggedUserId');
    expect(keysOf('v3.comment.didAddReaction')).toContain('reactor');
    expect(keysOf('v3.comment.didCreate')).not.toContain('reactor');
  });

  test('has one sentence for each event, no two the same', () => {
    expect(Object.keys(eventDescriptions).sort()).toEqual([...eventTypes.keys()].sort());
    const sentences = Object.values(eventDescriptions);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('has the replacement of each deprecated name, and not that name', () => {
    expect(deprecatedEventNames.size).toBe(7);
    for (const [deprecated, replacement] of deprecatedEventNames) {
      expect(eventTypes.has(deprecated)).toBe(false);
      expect(eventTypes.has(replacement)).toBe(true);
    }
  });
});

describe('event patterns', () => {
  test.each([
    [['*'], 'channel.didCreate', true],
    [['*'], 'webhook.didGoDown', false],
    [['*', 'webhook.*'], 'webhook.didGoDown', true],
    [['webhook.didGoDown'], 'webhook.didGoDown', true],
    [['*'], 'webhook.ofThePlatform', true],
    [['channel.*'], 'channel.didCreate', true],
    [['channel.*'], 'channels.didCreate', false],
    [['channel.*'], 'v3.channel.didCreate', false],
    [['v3.*'], 'v3.post.didCreate', true],
    [['v3.*'], 'v3x.didCreate', false],
    [['v3.post.*'], 'v3.post.didCreate', true],
    [['v3.post.*'], 'v3.comment.didCreate', false],
    [['channel.didCreate'], 'channel.didCreate', true],
    [['channel.didCreate'], 'channel.didCreateIt', false],
    [['message.*', 'channel.didCreate'], 'channel.didCreate', true],
    [[], 'channel.didCreate', false],
  ])('%j matches %s: %j', (patterns, event, matches) => {
    expect(asksFor(patterns, event)).toBe(matches);
  });
});
