/**
 * The panel's other tabs in this browser: a tab that is opened from one of them has its session, and signing out ends
 * it in all. Tokens are in the storage of tabs only. localStorage would leave them on disk, for the next user.
 */
import * as v from 'valibot';
import { isEmbedded } from './embedding.ts';

const Items = v.record(v.string(), v.string());
const Message = v.variant('kind', [
  v.object({ kind: v.literal('wanted') }),
  v.object({ kind: v.literal('session'), items: Items }),
  v.object({ kind: v.literal('renewed'), before: Items, after: Items }),
  v.object({ kind: v.literal('signedOut') }),
]);

/** Only tabs of the same origin hear it. A frame has the session of the page around it, and shares none. */
const channel = isEmbedded ? undefined : new BroadcastChannel('sps.session');
/** A lock that all tabs share until they are closed: a new tab that is alone has nobody to wait for. */
const LISTENING = 'sps.session';
const isAlone = async (): Promise<boolean> =>
  ((await navigator.locks.query()).held ?? []).every(({ name }) => name !== LISTENING);
/** A tab answers within moments. */
const PATIENCE_MS = 300;

/** What is stored of a session: an admin link's token, or what signing in through OpenID Connect has given. */
const isSessionItem = (name: string): boolean => /^(sps\.link-token|sps\.network|oidc\.user:.*)$/.test(name);
const sessionItems = () => Object.entries(isEmbedded ? {} : sessionStorage).filter(([name]) => isSessionItem(name));

/** Whether a session is stored for this tab. */
export const hasStoredSession = (): boolean => sessionItems().some(([name]) => name !== 'sps.network');

/** Deletes the session that is stored for this tab. */
export function deleteStoredSession(): void {
  for (const [name] of sessionItems()) sessionStorage.removeItem(name);
}

/** Stores the session of another tab for this one, if there is such a tab. Called before this one listens. */
export async function takeSessionOfOtherTab(): Promise<void> {
  if (channel === undefined || (await isAlone())) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, PATIENCE_MS);
    channel.addEventListener('message', take);
    channel.postMessage({ kind: 'wanted' });

    function take({ data }: MessageEvent): void {
      const { success, output } = v.safeParse(Message, data);
      if (!success || output.kind !== 'session') return;
      for (const [name, value] of Object.entries(output.items)) {
        if (isSessionItem(name)) sessionStorage.setItem(name, value);
      }
      end();
    }
    function end(): void {
      clearTimeout(timer);
      channel?.removeEventListener('message', take);
      resolve();
    }
  });
}

/**
 * Renews the stored session with `renew`, whose result it returns, and has tabs with the same session store the renewed
 * one: a refresh token works once.
 */
export async function renewInAllTabs<T>(renew: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(sessionItems());
  const result = await renew();
  channel?.postMessage({ kind: 'renewed', before, after: Object.fromEntries(sessionItems()) });
  return result;
}

/**
 * Gives the session to tabs that ask, takes what another tab has renewed of it, and calls `onSignedOut` when another
 * signs out. Returns a function to stop.
 */
export function listenToOtherTabs(onSignedOut: () => void): () => void {
  const answer = ({ data }: MessageEvent): void => {
    const { success, output } = v.safeParse(Message, data);
    if (!success) return;
    if (output.kind === 'signedOut') onSignedOut();
    if (output.kind === 'renewed') takeRenewed(output.before, output.after);
    if (output.kind === 'wanted' && hasStoredSession())
      channel?.postMessage({ kind: 'session', items: Object.fromEntries(sessionItems()) });
  };
  if (channel !== undefined) void navigator.locks.request(LISTENING, { mode: 'shared' }, () => new Promise(() => {}));
  channel?.addEventListener('message', answer);
  return () => channel?.removeEventListener('message', answer);
}

/** Signs the other tabs out. */
export const signOutOtherTabs = (): void => channel?.postMessage({ kind: 'signedOut' });

/** Stores the renewed items in place of those that are the same in both tabs. */
function takeRenewed(before: v.InferOutput<typeof Items>, after: v.InferOutput<typeof Items>): void {
  for (const [name, value] of Object.entries(after)) {
    if (isSessionItem(name) && sessionStorage.getItem(name) === before[name]) sessionStorage.setItem(name, value);
  }
}
