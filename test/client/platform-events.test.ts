import { describe, expect, test } from '@jest/globals';
import { isKnownEvent, isOnPost, parseEvent } from '../../client/index.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { deprecatedEventNames } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';

describe('a typed event', () => {
  test('is the event itself, also with what a verified request has besides', () => {
    const verified = { event: 'shop.didSell', data: { more: 1 }, deliveryId: 'd' };
    expect(parseEvent(verified)).toBe(verified);
  });

  test.each([
    ['text', '{"event":"channel.didCreate","data":{}}'],
    ['null', null],
    ['a list', [{ event: 'channel.didCreate', data: {} }]],
    ['an event without data', { event: 'channel.didCreate' }],
    ['an event whose data is a list', { event: 'channel.didCreate', data: [] }],
    ['an event whose data is null', { event: 'channel.didCreate', data: null }],
    ['an event without a name', { data: {} }],
    ['an event whose name is a number', { event: 5, data: {} }],
  ])('is not made of %s', (_, value) => {
    expect(() => parseEvent(value)).toThrow(
      new TypeError('This is not an event: it must have the text "event" and the object "data".'),
    );
  });

  test('is known if the catalogue has its name', () => {
    for (const event of eventTypes.keys())
      expect(isKnownEvent(parseEvent({ event, data: eventSample(event) }))).toBe(true);
    for (const event of ['shop.didSell', 'constructor', ...deprecatedEventNames.keys()]) {
      expect(isKnownEvent(parseEvent({ event, data: {} }))).toBe(false);
    }
  });

  test('about a comment says whether the comment is on a post', () => {
    expect(isOnPost({ referenceType: 'post' })).toBe(true);
    expect(isOnPost({ referenceType: 'content' })).toBe(false);
  });
});
