/** What an error of the network says about the receiver: the class of the attempt (decision 22). */
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

/** Faults of this process: nothing is said about the receiver. */
const ourCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'UND_ERR_INVALID_ARG'];

/** The class of a failed exchange. `securing` says that the connection was still being made, over TLS. */
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
  // An error without a code is a bug of ours; one with a code that is not known here may well be one receiver's doing, and
  // must not come back for ever as ours.
  console.error({ message: 'A request failed in a way that is not known.', code, error });
  return code === '' ? 'not_sent' : 'connection_reset';
}
