/** The messages between the proxy's worker thread and the thread that started it. */
import type { Endpoints } from '../functions/function-environment.ts';
import type { Permissions } from '../iam/function-permissions.ts';

/** What the proxy needs before it sends the first call on. */
export interface ProxySetup {
  /** Where the emulators are. */
  readonly emulators: Endpoints;
  readonly permissions: Permissions;
}

export type ProxyReport =
  /** Where functions reach the proxy. */
  | { readonly kind: 'listening'; readonly endpoints: Endpoints }
  /** A line for the terminal. */
  | { readonly kind: 'trouble'; readonly line: string };
