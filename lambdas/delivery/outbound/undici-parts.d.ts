/**
 * The two parts of undici that a delivery needs, by their own files: the whole package (fetch, WebSocket, caches, mocks)
 * doubles what a cold start costs. undici is pinned to an exact version, and the tests would show a moved file.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** Answers the socket at once, so that it can be destroyed while it connects; undici's own types leave that out. */
  export default function connectorOf(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
}
