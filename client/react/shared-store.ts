/** What is read once for all components of a session, and again when it may have changed. It knows no framework. */
import { ApiError } from '../errors.ts';

/**
 * `loading`: not known yet. `ready`: known; with an error if it could not be read anew. `off`: the service refuses, since
 * the feature is off or the token has another role. `signed-out`: there is no client, or the service refuses the token.
 * `failed`: it could not be read. After `off` and `signed-out` nothing is requested until `refresh` is called.
 */
export type Status = 'loading' | 'ready' | 'off' | 'signed-out' | 'failed';

/** How far reading has come. */
export interface Progress {
  readonly status: Status;
  /** What the latest request has failed with; undefined if it has not. */
  readonly error: unknown;
}

/** A list that components subscribe to (https://react.dev/reference/react/useSyncExternalStore). */
export interface Store<State> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): State;
  /** For rendering on a server, and the first rendering in a browser after it. */
  getServerSnapshot(): State;
  /** Reads the next page, if there is one. Never rejects. */
  loadMore(): Promise<void>;
  /** Reads anew if a component shows it, otherwise when one will. */
  refresh(): void;
}

/** A list that is read from the service. */
export interface SharedStore<State> extends Store<State> {
  /** Has components render anew. */
  emit(): void;
  /** Takes note of a request that has failed. */
  fail(error: unknown): void;
  /** It has changed elsewhere: reads anew, in a hidden window when it is shown. */
  changed(isShown: boolean): void;
  /** The window has got the focus, or is shown: reads anew, at most once in five seconds. */
  wake(): void;
  /** Forgets everything: another user may have signed in. */
  reset(): void;
}

/** What a store is made of. */
interface Source<State> {
  /** Reads, and returns what takes over the result. */
  read(): Promise<() => void>;
  /** Reads the next page, likewise. Called if the state has more. */
  readMore?(): Promise<() => void>;
  /** Has the next reading make a request. */
  forget?(): void;
  /** Drops what was read. */
  drop?(): void;
  stateOf(progress: Progress): State;
  /** Called when a state ends that a component shows. */
  ended?(): void;
}

/** What is known of a list at one time. */
export interface ListState<Item> extends Progress {
  /** As far as they were read. */
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Until when that is so, in milliseconds by `Date.now()`; Infinity is possible. */
  readonly end?: number;
}

const MIN_PAUSE_MS = 5_000;
const MAX_AGE_MS = 10 * 60_000;
/** The maximum of `setTimeout`. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const initial: Progress = { status: 'loading', error: undefined };

/** Returns the store of a source. */
export function sharedStore<State extends ListState<unknown>>(source: Source<State>): SharedStore<State> {
  const { stateOf } = source;
  const listeners = new Set<() => void>();
  const first = stateOf(initial);
  let progress = initial;
  let state = first;
  /** Replaced by `reset` and by each reading from the beginning: what was begun before them does not count. */
  let beginning = {};
  let more: Promise<void> | undefined;
  let isReading = false;
  let again = false;
  /** When it was begun to be read, by `Date.now()`; 0 if it has to be when a component shows it. */
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    clearTimeout(timer);
    const { end } = state;
    if (listeners.size === 0 || end === undefined) return;
    const milliseconds = Math.min(end - Date.now(), MAX_TIMEOUT_MS);
    timer = setTimeout(() => (end > Date.now() ? arm() : source.ended?.()), milliseconds);
  }

  function emit(): void {
    state = stateOf(progress);
    arm();
    for (const listener of listeners) listener();
  }

  function fail(error: unknown): void {
    progress = { status: statusAfter(error, progress.status), error };
    emit();
  }

  async function reading(): Promise<void> {
    again = isReading;
    if (isReading) return;
    isReading = true;
    readAt = Date.now();
    const mine = beginning;
    const end = await ending(source.read(), () => {
      beginning = {};
      progress = { status: 'ready', error: undefined };
    });
    if (mine !== beginning) return;
    isReading = false;
    end();
    if (again) await reading();
  }

  async function readingMore(): Promise<void> {
    while (state.hasMore && source.readMore) {
      const mine = beginning;
      const end = await ending(source.readMore());
      if (mine === beginning) return end();
    }
  }

  /** Returns what takes over a result or an error. */
  const ending = (result: Promise<() => void>, before?: () => void): Promise<() => void> =>
    result.then(
      (take) => () => {
        before?.();
        take();
        emit();
      },
      (error: unknown) => () => fail(error),
    );

  function refresh(isShown = true): void {
    source.forget?.();
    readAt = 0;
    if (isShown && listeners.size > 0) void reading();
  }

  /** Whether reading anew may help. */
  const isOpen = (): boolean => progress.status !== 'off' && progress.status !== 'signed-out';

  return {
    subscribe(listener) {
      listeners.add(listener);
      arm();
      if (isOpen() && Date.now() - readAt > MAX_AGE_MS) void reading();
      return () => {
        listeners.delete(listener);
        arm();
      };
    },
    getSnapshot() {
      // A timer may be late, for example after the device has slept.
      if (state.end !== undefined && state.end <= Date.now()) state = stateOf(progress);
      return state;
    },
    getServerSnapshot: () => first,
    loadMore() {
      more ??= readingMore().finally(() => {
        more = undefined;
      });
      return more;
    },
    emit,
    fail,
    refresh,
    changed(isShown) {
      if (isOpen()) refresh(isShown);
    },
    wake() {
      if (isOpen() && Date.now() - readAt >= MIN_PAUSE_MS) refresh();
    },
    reset() {
      beginning = {};
      progress = initial;
      isReading = false;
      source.drop?.();
      emit();
      refresh();
    },
  };
}

function statusAfter(error: unknown, before: Status): Status {
  const { status, source } = error instanceof ApiError ? error : {};
  if (status === 401) return 'signed-out';
  if (status === 403 && source === 'service') return 'off';
  return before === 'ready' ? before : 'failed';
}
