/** Files as other programs write them: whatever ends their lines, each line is a record, refused or empty. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import fc from '../../test/support/fast-check.ts';
import { readLines } from '../bulk/lines.ts';
import { outcomeOf, readFormat } from '../bulk/record-file.ts';

const COLUMNS = ['blocker', 'blocked'];
const Record = v.strictObject({ blocker: v.string(), blocked: v.string() });

async function* chunksOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

/** What becomes of each line, the header's included; the file arrives in chunks of these sizes, and then the rest. */
async function outcomes(name: string, file: string | Buffer, sizes: readonly number[] = []) {
  const records: unknown[] = [];
  const { lines } = readLines(chunksOf(Buffer.from(file), sizes));
  const parse = await readFormat(name, lines, COLUMNS);
  const found: unknown[] = name.endsWith('.csv') ? ['header'] : [];
  for await (const line of lines) found.push(outcomeOf(line, parse, (record) => records.push(v.parse(Record, record))));
  return { found, records };
}

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const id = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,9}$/),
  fc.stringMatching(/^[ -~Ωß😀"',;]{1,9}$/u),
  fc.constantFrom('"', '""', ',', '\ufeff', 'blocker', ' x ', '__proto__'),
);
const rows = fc.array(
  fc.record({
    fields: fc.oneof(
      { weight: 6, arbitrary: fc.tuple(id, id) },
      { weight: 1, arbitrary: fc.tuple(id) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    end: lineEnd,
    isQuoted: fc.boolean(),
  }),
  { maxLength: 20 },
);
const sizes = fc.array(fc.nat(12), { maxLength: 30 });
const ends = fc.record({ first: lineEnd, hasLast: fc.boolean(), hasMark: fc.boolean() });

const quoted = (field: string, always: boolean): string =>
  always || /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/** The lines of a text, by the definition. A text that ends with a line end has no line after it. */
const split = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

const isBlank = (line: string): boolean => line.trim() === '';

describe('every line is a record, refused or empty', () => {
  test('of CSV, and each record is what was written', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, ends, async (written, chunks, { first, hasLast, hasMark }) => {
        const lineOf = ({ fields, isQuoted }: (typeof written)[number]): string =>
          fields === undefined ? '' : fields.map((field) => quoted(field, isQuoted)).join(',');
        const body = written.map((row, n) => lineOf(row) + (hasLast || n < written.length - 1 ? row.end : '')).join('');
        // An empty first line would make one line end of a CR before it and its own LF.
        const header = `${hasMark ? '\ufeff' : ''}blocker,blocked${written[0]?.fields ? first : '\n'}`;
        const { found, records } = await outcomes('x.csv', header + body, chunks);
        expect(found).toHaveLength(split(header + body).length);
        const whole = written.flatMap(({ fields, isQuoted }) =>
          fields?.length === 2 && !isBlank(lineOf({ fields, isQuoted, end: '\n' })) ? [fields] : [],
        );
        expect(records).toEqual(whole.map(([blocker, blocked]) => ({ blocker, blocked })));
      }),
      { numRuns: 500 },
    );
  });

  test('of NDJSON, and each record is what was written', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, ends, async (written, chunks, { hasLast, hasMark }) => {
        const lineOf = ({ fields, isQuoted }: (typeof written)[number]): string => {
          const [blocker, blocked] = fields ?? [];
          if (fields === undefined) return '';
          return isQuoted || blocked === undefined ? JSON.stringify({ blocker, blocked }) : `{"blocker":${blocker}`;
        };
        const body = written.map((row, n) => lineOf(row) + (hasLast || n < written.length - 1 ? row.end : '')).join('');
        const { found, records } = await outcomes('x.ndjson', `${hasMark ? '\ufeff' : ''}${body}`, chunks);
        expect(found).toHaveLength(split(`${hasMark ? '\ufeff' : ''}${body}`).length);
        const whole = written.flatMap(({ fields, isQuoted }) => (fields?.length === 2 && isQuoted ? [fields] : []));
        expect(records).toEqual(whole.map(([blocker, blocked]) => ({ blocker, blocked })));
        expect(found.filter((outcome) => outcome === 'record')).toHaveLength(records.length);
      }),
      { numRuns: 500 },
    );
  });

  test('of any bytes at all, in the order of the file', async () => {
    const bytes = fc.array(fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x22, 0x2c, 0xef, 0xbb, 0xbf), fc.nat(255)));
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (content, chunks) => {
        const file = Buffer.from(content);
        const { found } = await outcomes('x.ndjson', file, chunks);
        expect(found).toHaveLength(split(file.toString('latin1')).length);
        const numbers = found.flatMap((one, n) =>
          typeof one === 'object' ? [[v.parse(Refused, one).line, n + 1]] : [],
        );
        for (const [number, expected] of numbers) expect(number).toBe(expected);
      }),
    );
  });
});

const Refused = v.object({ line: v.number(), reason: v.string() });
const reasons = async (name: string, file: string) =>
  (await outcomes(name, file)).found.flatMap((one) => (v.is(Refused, one) ? [one.reason] : []));

describe('a line is refused', () => {
  test.each([
    ['a quote that does not end', 'alice,"bob', /^is not CSV: check its quotes$/],
    ['a quote in a field', 'alice,b"ob', /^is not CSV: check its quotes$/],
    ['text after a quoted field', 'alice,"bob"x', /^is not CSV: check its quotes$/],
    ['one field too many', 'alice,bob,carol', /^has 3 fields instead of 2$/],
    ['the header once more, as where files were joined', 'blocker,blocked', /^repeats the header$/],
    ['the header with a byte order mark', '\ufeffblocker,blocked', /^repeats the header$/],
    ['no field that is filled', ',', /^blocker: .*; blocked: /],
  ])('of CSV for %s', async (_, line, reason) => {
    expect(await reasons('x.csv', `blocker,blocked\n${line}\n`)).toEqual([expect.stringMatching(reason)]);
  });

  test.each([
    ['a member that is there twice', '{"blocker":"a","blocked":"b","blocker":"c"}', /^has a member twice$/],
    [
      'a member that is there twice, once as a number',
      '{"blocker":1,"blocked":"b","blocker":"c"}',
      /^has a member twice$/,
    ],
    [
      'a member that is there twice, once escaped',
      String.raw`{"blocker":"\"","blocked":"b","block\u0065r":"c"}`,
      /twice$/,
    ],
    ['two objects', '{"blocker":"a","blocked":"b"}{"blocker":"a","blocked":"c"}', /^is not JSON$/],
    ['all that is wrong with it', '{"blocker":1}', /^blocker: .*; blocked: /],
    ['members that are not there', '{}', /^blocker: .*; blocked: /],
    ['being a list', '["blocker","blocked"]', /^blocker: .*; blocked: /],
  ])('of NDJSON for %s', async (_, line, reason) => {
    expect(await reasons('x.ndjson', `${line}\n`)).toEqual([expect.stringMatching(reason)]);
  });
});

describe('a CSV file is refused', () => {
  test.each([
    ['without a line', '', /^The first line of x\.csv must name the columns; blocker, blocked are missing\.$/],
    ['without a header', 'alice,bob\n', /blocker, blocked are missing/],
    [
      'that names a column twice',
      'blocker,blocked,blocker\na,b,c\n',
      /^The first line of x\.csv names a column twice: blocker\.$/,
    ],
    ['whose header is no CSV', 'blocker,"blocked\na,b\n', /^The first line of x\.csv is not CSV: check its quotes\.$/],
    ['in UTF-16', Buffer.from('\ufeffblocker,blocked\na,b\n', 'utf16le'), /^The first line of x\.csv is not UTF-8\.$/],
  ])('%s', async (_, file, message) => {
    await expect(outcomes('x.csv', file)).rejects.toThrow(message);
  });
});

describe('the digest of lines', () => {
  const digestAfter = async (file: string, count: number, chunks: readonly number[] = []): Promise<string> => {
    const { lines, digest } = readLines(chunksOf(Buffer.from(file), chunks));
    for (let line = 0; line < count; line += 1) await lines.next();
    return digest();
  };

  test('is that of the lines before, however they end and arrive, and whatever follows', async () => {
    const whole = await digestAfter('a\nb\nc\nd', 2);
    expect(await digestAfter('a\r\nb\rx', 2, [1, 1, 1, 0, 1])).toBe(whole);
    expect(await digestAfter('a\nb', 2)).toBe(whole);
  });

  test.each(['a\nc\nc\nd', 'ab\n\nc\nd', 'a\n\nb\nc', `a\nb${'x'.repeat(100_000)}\nc\nd`])(
    'differs where one of them does: %#',
    async (changed) => {
      expect(await digestAfter(changed, 2)).not.toBe(await digestAfter('a\nb\nc\nd', 2));
    },
  );

  test('sees what is beyond the longest line that is read', async () => {
    const long = 'x'.repeat(100_000);
    expect(await digestAfter(`${long}y\n`, 1)).not.toBe(await digestAfter(`${long}z\n`, 1));
  });
});
