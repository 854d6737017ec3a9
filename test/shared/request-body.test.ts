import { describe, expect, test } from '@jest/globals';
import { noBody } from '../../contract/route.ts';
import { readBodyText } from '../../lambdas/shared/request.ts';

/** As API Gateway hands over a body that it takes for binary. */
const read = (bytes: Buffer, maxBytes = 100) =>
  readBodyText(
    { body: bytes.toString('base64'), headers: { 'content-type': 'application/json' }, isBase64Encoded: true },
    { ...noBody, maxBytes },
  );

describe('a body in base64', () => {
  test.each(['{"text":"é🙂"}', '\ufeff{}'])('is the exact text that was sent: %j', (text) => {
    expect(read(Buffer.from(text))).toBe(text);
  });

  test('is refused where it is not UTF-8', () => {
    expect(() => read(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow('the request body must be UTF-8');
  });

  test('is measured by what it holds', () => {
    expect(read(Buffer.from('{"a":1}'), 7)).toBe('{"a":1}');
    expect(() => read(Buffer.from('{"a":1}'), 6)).toThrow('the request body must be at most 6 bytes');
  });
});
