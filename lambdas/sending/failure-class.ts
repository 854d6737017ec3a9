/** The class of an attempt that ended with a network error (docs/spec/delivery.md#failure-classes). */
import * as v from 'valibot';
import { type DeliveryClass, ErrorCode } from '../../contract/delivery-classes.ts';
import { loggedError } from '../shared/logged-error.ts';
import { BlockedAddressError } from './address-guard.ts';
import { InvalidStatusError } from './exchange.ts';
import { NameResolutionError } from './name-resolver.ts';
import { ClosedAtOnceError, type Connection, UnexpectedBytesError } from './open-connection.ts';

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
  // Found before anything is sent: a header or a path that is not allowed.
  ['UND_ERR_INVALID_ARG', 'not_sent'],
]);

/** Of assertions. Those of a bundle fail to quote themselves, and have no code then. */
const assertionCodes = ['', 'ERR_ASSERTION'];
/** Faults of this process, before anything was sent. */
const ourCodes = [...assertionCodes, 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'];

/**
 * The class of a failed exchange; `phase` is that of its connection. Nothing is a fault of ours once the receiver is
 * connected: what it sends can trip undici's assertions.
 */
export function classOfFailure(error: Error, phase: Connection['phase']): DeliveryClass {
  const seen = classAsSeen(error, phase);
  return phase === 'doubtful' && seen === 'connection_reset' ? 'tls' : seen;
}

function classAsSeen(error: Error, phase: Connection['phase']): DeliveryClass {
  if (error instanceof BlockedAddressError) return 'blocked_address';
  if (error instanceof NameResolutionError) return 'dns';
  if (error instanceof UnexpectedBytesError || error instanceof InvalidStatusError) return 'invalid_response';
  if (error instanceof ClosedAtOnceError) return 'connection_reset';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = classOfCode.get(code);
  if (known !== undefined) return known;
  switch (phase) {
    case 'unconnected':
      console.error({ message: 'A connection failed with an unknown error.', code, error: loggedError(error) });
      return ourCodes.includes(code) ? 'not_sent' : 'unreachable';
    case 'connected':
      return 'tls';
    case 'doubtful':
    case 'ready':
      if (code.startsWith('ERR_SSL_')) return 'tls';
      return isViolation(error, code) ? 'invalid_response' : 'connection_reset';
  }
}

/** What a customer can look up: codes of undici and of Node's own arguments are about this program. */
const SHOWN_CODE = /^(?!UND_|ERR_(?!SSL_|TLS_))/;

/** The code of the error that ended an exchange with this class; undefined where it has none that says more. */
export function errorCodeOf(error: Error | undefined, ended: DeliveryClass): string | undefined {
  if (error === undefined || ended === 'not_sent') return undefined;
  const { code } = v.parse(Coded, error instanceof NameResolutionError ? error.cause : error);
  // OpenSSL has reasons such as `ssl/tls alert handshake failure`.
  const text = code?.replaceAll(/[^A-Z0-9]+/g, '_') ?? '';
  return SHOWN_CODE.test(text) && v.is(ErrorCode, text) ? text : undefined;
}

const Coded = v.fallback(v.object({ code: v.fallback(v.optional(v.string()), undefined) }), {});

/** Whether undici failed because of what the receiver sent. */
const isViolation = (error: Error, code: string): boolean =>
  error.name === 'HTTPParserError' ||
  assertionCodes.includes(code) ||
  (code === 'UND_ERR_SOCKET' && error.message.startsWith('bad '));
