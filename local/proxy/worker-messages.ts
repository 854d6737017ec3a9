/** The messages between the proxy's worker thread and the thread that started it. */
import type { Endpoints } from '../hosted-app.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import type { Fault } from '../weather/probabilities.ts';
import type { BadWeather } from '../weather/weather-options.ts';

/** What the proxy needs before it sends the first call on. */
export interface ProxySetup {
  /** Where the emulators are. */
  readonly emulators: Endpoints;
  readonly permissions: Permissions;
  /** Absent in calm weather. */
  readonly weather?: BadWeather | undefined;
}

export type ProxyReport =
  /** Where functions reach the proxy. */
  | { readonly kind: 'listening'; readonly endpoints: Endpoints }
  /** The weather injected a fault. */
  | { readonly kind: 'injected'; readonly fault: Fault }
  /** A line for the terminal. */
  | { readonly kind: 'trouble'; readonly line: string };
