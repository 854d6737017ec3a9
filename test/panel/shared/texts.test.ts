import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deliveryClasses, unattemptedClasses } from '../../../contract/delivery-classes.ts';
import { prettyJson } from '../../../panel/shared/pretty-json.ts';
import { standingTitle, standingWords } from '../../../panel/shared/standings.ts';
import { complaintAbout, nameOfSpan, spanOfName } from '../../../panel/shared/time-range.ts';
import { visibleText } from '../../../panel/shared/visible-text.ts';

describe('formatted JSON', () => {
  test('has a line to each member, and nothing inside of empty brackets', () => {
    expect(prettyJson('{"a":[],"b":{ },"c":[1,{"d":"e, f: {"}]}')).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    {\n      "d": "e, f: {"\n    }\n  ]\n}',
    );
  });

  test('keeps what parsing would lose: the form of numbers, escapes, repeated members', () => {
    expect(prettyJson('{"n":1.0,"n":12345678901234567890,"s":"\\u0041\\/"}')).toBe(
      '{\n  "n": 1.0,\n  "n": 12345678901234567890,\n  "s": "\\u0041\\/"\n}',
    );
  });

  test('is the same JSON for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(prettyJson(text) ?? ''))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('is not made of what is no JSON, nor of what would grow out of proportion', () => {
    expect(prettyJson('{"a":')).toBeUndefined();
    expect(prettyJson(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toBeUndefined();
  });
});

describe('text of strangers', () => {
  test('shows what can’t be seen or turns the reading direction', () => {
    expect(visibleText('a\u202egnp\u202c\u0000\u200b\ud800 b\rc\u{e0041}')).toBe(
      'a\\u202egnp\\u202c\\u0000\\u200b\\ud800 b\\u000dc\\udb40\\udc41',
    );
  });

  test('leaves lines, scripts and emoji as they are', () => {
    expect(visibleText('a\tb\r\nc')).toBe('a\tb\nc');
    for (const text of ['漢字 العربية עברית', '👩‍👩‍👧‍👦 🏳️‍🌈', 'می‌خواهم']) expect(visibleText(text)).toBe(text);
  });

  test('stays the same JSON within JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(JSON.parse(visibleText(JSON.stringify(value)))).toBe(value);
      }),
    );
  });
});

describe('the classes of deliveries', () => {
  test('say what the contract says, under a name of their own', () => {
    const classes = { ...deliveryClasses, ...unattemptedClasses };
    const names = new Set<string>();
    for (const [standing, sentence] of Object.entries(classes)) {
      const known = Object.keys(classes).find((one): one is keyof typeof classes => one === standing);
      if (known === undefined) throw new Error(`${standing} is no class`);
      expect(standingWords(known).sentence).toBe(sentence);
      names.add(standingWords(known).name);
    }
    expect(names.size).toBe(Object.keys(classes).length);
  });

  test('are titled with the status that came', () => {
    expect(standingTitle('http_5xx', 503)).toBe('503 – Error in the receiver');
    expect(standingTitle('timeout')).toBe('Timed out');
  });
});

describe('a range of time', () => {
  test('has a short name for each span', () => {
    const span = { kind: 'last', amount: 7, unit: 'day' } as const;
    expect(nameOfSpan(span)).toBe('7d');
    expect(spanOfName('7d')).toEqual(span);
    for (const name of ['', 'd', '07d', '7w', '1234567h', '-1h']) expect(spanOfName(name)).toBeUndefined();
  });

  test('is complained about where it can’t be looked at', () => {
    expect(complaintAbout({ kind: 'last', amount: 30, unit: 'day' })).toBeUndefined();
    expect(complaintAbout({ kind: 'last', amount: 31, unit: 'day' })).toContain('30 days');
    expect(complaintAbout({ kind: 'last', amount: Number.NaN, unit: 'hour' })).toContain('whole number');
    const [earlier, later] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
    expect(complaintAbout({ kind: 'between', since: earlier, until: later })).toBeUndefined();
    expect(complaintAbout({ kind: 'between', since: later, until: earlier })).toContain('before');
    expect(complaintAbout({ kind: 'between', since: '', until: later })).toContain('Pick');
  });
});
