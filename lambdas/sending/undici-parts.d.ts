/**
 * The parts of undici that a delivery needs, by their own files: the whole package (fetch, WebSocket, caches, mocks)
 * doubles what a cold start costs. undici's version is exact, and the tests fail if a file has moved.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** Returns the socket at once, so that it can be destroyed while it connects; undici's own types omit that. */
  export default function connectorOf(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
}

declare module 'undici/lib/core/symbols.js' {
  /** The property of a socket that has the parser of its responses. */
  const symbols: { readonly kParser: unique symbol };
  export default symbols;
}
