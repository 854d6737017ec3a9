/** The class of an attempt that ended with a network error (docs/spec/delivery.md#failure-classes). */
import type { DeliveryClass } from '../../../contract/delivery-classes.ts';
import { BlockedAddressError } from './address-guard.ts';
import { NameResolutionError } from './name-resolver.ts';

const classOfCode: ReadonlyMap<string, DeliveryClass> = new Map<string, DeliveryClass>([
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['ECONNABORTED', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPERM', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too_large'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid_response'],
  ['EPROTO', 'tls'],
]);

/** Faults of this process; they say nothing about the receiver. */
const ourCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'UND_ERR_INVALID_ARG'];

/** The class of a failed exchange. `securing` says that a TLS connection was still being opened. */
export function classOfFailure(error: Error, securing: boolean): DeliveryClass {
  if (error instanceof BlockedAddressError) return 'blocked_address';
  if (error instanceof NameResolutionError) return 'dns';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = classOfCode.get(code);
  if (known !== undefined) return known;
  if (ourCodes.includes(code)) return 'not_sent';
  if (error.name === 'HTTPParserError') return 'invalid_response';
  if (code.startsWith('ERR_SSL_') || securing) return 'tls';
  if (code === 'UND_ERR_SOCKET') return error.message.startsWith('bad ') ? 'invalid_response' : 'connection_reset';
  // An error without a code is a bug of ours. One with an unknown code may be caused by the receiver, and must not be retried
  // as ours.
  console.error({ message: 'A request failed with an unknown error.', code, error });
  return code === '' ? 'not_sent' : 'connection_reset';
}
