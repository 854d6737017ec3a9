/** Who is signed in to which network, and how admins can sign in. */
import * as v from 'valibot';

/** What somebody may do in a network: change it, or look at it. The API decides; the panel offers what it allows. */
export type Role = 'admin' | 'viewer';

/** A signed-in admin or viewer of a network. */
export interface Session {
  /** How they signed in: by an admin link, through OpenID Connect, or in the product that shows the panel framed. */
  readonly kind: 'link' | 'openid' | 'embedded';
  readonly networkId: string;
  /** Their role in each network that they can switch to; a link gives access to one. */
  readonly networks: ReadonlyMap<string, Role>;
  readonly userName: string;
  /** The current access token; it may have been renewed since the last call. */
  accessToken(): Promise<string>;
}

/** Whose session it is: what one has read, such as custom headers without values, is never shown in another. */
export const sessionKey = ({ networkId, networks, userName }: Session): string =>
  JSON.stringify([networkId, networks.get(networkId), userName]);

/** `reason` is a sentence for the sign-in screen. */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut'; readonly reason?: string }
  | { readonly kind: 'signedIn'; readonly session: Session };

/** What the stage sets besides is for others (../shared/stage-settings.ts). */
const PanelConfig = v.looseObject({
  apiUrl: v.pipe(v.string(), v.url()),
  /** What is typed before the words of a command of the operator; else that of the package. */
  operatorCommand: v.optional(v.string(), 'npx sps'),
  /** The options with which the command selects this service: `--env prod`. Absent if it needs none. */
  operatorOptions: v.optional(v.string()),
  /** The origins of pages that may show the panel in a frame, and give it tokens. */
  embedOrigins: v.optional(v.array(v.string()), []),
  /** Absent if admins sign in by link only. */
  signIn: v.optional(v.object({ issuer: v.pipe(v.string(), v.url()), clientId: v.string(), scope: v.string() })),
});
export type PanelConfig = v.InferOutput<typeof PanelConfig>;

/** Fetches the panel's configuration. Throws if it is missing or malformed. */
export async function fetchPanelConfig(): Promise<PanelConfig> {
  const response = await fetch('config.json');
  if (!response.ok) throw new Error(`config.json could not be fetched: status ${response.status}`);
  return v.parse(PanelConfig, await response.json());
}
