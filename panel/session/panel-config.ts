/** `config.json`, a file next to the panel: the API's URL, and how admins sign in. */
import * as v from 'valibot';

const PanelConfig = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  /** The options with which `ctl` selects this service: `--env prod`. Absent if it needs none. */
  operatorOptions: v.optional(v.string()),
  /** Absent if admins sign in by link only. */
  signIn: v.optional(v.object({ issuer: v.pipe(v.string(), v.url()), clientId: v.string(), scope: v.string() })),
});
export type PanelConfig = v.InferOutput<typeof PanelConfig>;

/** Fetches the configuration. Throws if it is missing or malformed. */
export async function fetchPanelConfig(): Promise<PanelConfig> {
  const response = await fetch('config.json');
  if (!response.ok) throw new Error(`config.json could not be fetched: status ${response.status}`);
  return v.parse(PanelConfig, await response.json());
}
