/** A connection whose receiver responds at once, for what is done with a response. */
import { Client, type Dispatcher } from 'undici';
import type { Connection } from '../../lambdas/sending/open-connection.ts';

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly Buffer[];
}

const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

class RespondingClient extends Client {
  readonly #response: Response;

  constructor(response: Response) {
    super('https://hooks.example.com');
    this.#response = response;
  }

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { status, headers, chunks } = this.#response;
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, status, { ...headers });
    for (const chunk of chunks) handler.onResponseData?.(controller, chunk);
    handler.onResponseEnd?.(controller, {});
    return true;
  }
}

/** A new connection. */
export const respondingWith = (response: Response): Connection => ({
  route: '',
  client: new RespondingClient(response),
  phase: 'ready',
  proven: false,
  idleSince: 0,
});
