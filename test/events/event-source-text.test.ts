import { describe, expect, test } from '@jest/globals';
import { eventSourceTexts } from '../../lambdas/events/event-source-text.ts';

describe('the texts of posted events', () => {
  test('are what receivers get, with data exactly as posted and nothing else of the event, and their sizes as posted', () => {
    const events = [
      '{ "id": "1", "data": { "n": 1.0, "e": "\\u00e9" }, "event": "a.b" }',
      '{"event":"c.d","data":{"é":1e3}}',
    ];
    expect(eventSourceTexts(`{"events": [ ${events.join(' , ')} ]}`)).toEqual([
      { bytes: Buffer.byteLength(`${events[0]}`), body: '{"event":"a.b","data":{ "n": 1.0, "e": "\\u00e9" }}' },
      { bytes: Buffer.byteLength(`${events[1]}`), body: `${events[1]}` },
    ]);
  });

  test.each([
    ['events', '{"event":[]}'],
    ['event', '{"events":[{"data":{}}]}'],
    ['data', '{"events":[{"event":"a.b"}]}'],
  ])('can’t be cut out of a body without the member %s', (member, body) => {
    expect(() => eventSourceTexts(body)).toThrow(`The member ${member} was there when the text was checked.`);
  });
});
