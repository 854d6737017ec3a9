/** A value that several clients write and read at the same time: which values may a read return? */

/** When something began and when it had ended: milliseconds since 1970, both inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A write that is under way. */
export interface Write {
  /** It has taken effect. Until then a read may return it or not. */
  applied(): void;
  /** It had no effect. */
  refused(): void;
}

interface Version<T> {
  readonly value: T;
  readonly from: number;
  to: number;
}

/** The versions of one value. Where no two clients write at the same time, a read may return one value only. */
export class Register<T> {
  #versions: readonly Version<T>[];

  constructor(initial: T) {
    this.#versions = [{ value: initial, from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }];
  }

  /** Begins a write. */
  write(value: T, from = Date.now()): Write {
    const version: Version<T> = { value, from, to: Number.POSITIVE_INFINITY };
    this.#versions = [...this.#versions, version];
    return {
      applied: () => {
        version.to = Date.now();
      },
      refused: () => {
        this.#versions = this.#versions.filter((other) => other !== version);
      },
    };
  }

  /**
   * The values that a read may return: those of writes that began before it had ended, unless another write began later
   * and had ended before the read began. With `lagMs` the read may be that much behind, as one through a cache.
   */
  possible(read: Span, lagMs = 0): ReadonlySet<T> {
    const begun = this.#versions.filter(({ from }) => from <= read.to);
    const isOverwritten = (version: Version<T>): boolean =>
      begun.some((later) => later.from > version.to && later.to + lagMs < read.from);
    return new Set(begun.filter((version) => !isOverwritten(version)).map(({ value }) => value));
  }
}

/** Whether a read of the register can return only this value. */
export const isSurely = <T>(register: Register<T>, value: T, read: Span, lagMs = 0): boolean => {
  const values = register.possible(read, lagMs);
  return values.size === 1 && values.has(value);
};
