/**
 * The stage that the site was deployed with, and the token that the reader has entered.
 *
 * The token is in memory only: it is gone when the page is reloaded.
 */
import * as v from 'valibot';
import { shallowRef } from 'vue';

/** The panel's configuration, from the same host, names the API. */
const PANEL_CONFIG = '/admin/config.json';
const PanelConfig = v.object({ apiUrl: v.pipe(v.string(), v.url()) });

export const token = shallowRef('');
/** The base URL of the API, once it is known. */
export const apiUrl = shallowRef<string>();

let reading: Promise<void> | undefined;

/** Reads the base URL, once for all forms. Rejects if that fails; the next call tries again. */
export async function readApiUrl(): Promise<void> {
  reading ??= fetchApiUrl();
  try {
    await reading;
  } catch (error) {
    reading = undefined;
    throw error;
  }
}

async function fetchApiUrl(): Promise<void> {
  const response = await fetch(PANEL_CONFIG);
  if (!response.ok) throw new Error(`${PANEL_CONFIG} could not be fetched: status ${response.status}`);
  apiUrl.value = v.parse(PanelConfig, await response.json()).apiUrl;
}
