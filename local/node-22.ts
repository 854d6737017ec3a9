/** What Node 24 has and Node 22, on which the local cloud also runs, has not: as far as it uses it. Node 24 keeps its own. */

type Dispose = () => unknown;

/** https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/AsyncDisposableStack */
class Resources {
  readonly [Symbol.toStringTag] = 'AsyncDisposableStack';
  disposed = false;
  #callbacks: Dispose[] = [];

  use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T {
    if (value != null) {
      const dispose: Dispose =
        Symbol.asyncDispose in value ? () => value[Symbol.asyncDispose]() : () => value[Symbol.dispose]();
      this.#callbacks.push(dispose);
    }
    return value;
  }

  adopt<T>(value: T, onDispose: (value: T) => unknown): T {
    this.#callbacks.push(() => onDispose(value));
    return value;
  }

  defer(onDispose: Dispose): void {
    this.#callbacks.push(onDispose);
  }

  move(): Resources {
    const moved = new Resources();
    moved.#callbacks = this.#callbacks;
    this.#callbacks = [];
    this.disposed = true;
    return moved;
  }

  /** The last one first. All are disposed of, and then the first error is thrown. */
  async disposeAsync(): Promise<void> {
    this.disposed = true;
    const errors: unknown[] = [];
    for (const dispose of this.#callbacks.splice(0).reverse()) {
      try {
        await dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}

/** Every character that means something in a pattern is escaped. */
const escapeForPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Adds what is missing. */
export function addMissing(): void {
  const missing = { AsyncDisposableStack: Resources };
  for (const [name, value] of Object.entries(missing))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
  if (!('escape' in RegExp)) Object.assign(RegExp, { escape: escapeForPattern });
}
