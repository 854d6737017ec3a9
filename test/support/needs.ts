/** Tests that need more than every service has: they are skipped where it is missing, by names that say why. */
import { spawnSync } from 'node:child_process';
import { describe, test } from '@jest/globals';
import { receivers } from './receivers/public-urls.ts';
import { panelUrl } from './service.ts';
import { namedService } from './tested-service.ts';

/** What a test can need beside a service, and whether it is there. */
const requirements = {
  /** Its schedules that can be fired, its mailbox, its buses, its logs, its queues, and failures on request. */
  'a local cloud': () => namedService() === undefined,
  /** Receivers of this process that the service can reach. */
  receivers: () => receivers().kind !== 'none',
  /** Receivers that the service reaches directly, so that nothing adds headers or answers in their place. */
  'receivers on loopback': () => receivers().kind === 'loopback',
  /** Without it, responses have no links into the panel. */
  'panel.url in the settings of the stage': () => panelUrl() !== undefined,
  python3: () => spawnSync('python3', ['--version']).status === 0,
};
type Requirement = keyof typeof requirements;

/** Declares tests. */
interface Declare {
  readonly describe: typeof describe.skip;
  readonly test: typeof test.skip;
}

/**
 * Declares tests that need more than every service has: `needs('receivers').test('…', …)`. Where that is missing they are
 * skipped, and their names say why.
 */
export function needs(requirement: Requirement): Declare {
  if (requirements[requirement]()) return { describe, test };
  const suffix = ` (needs ${requirement})`;
  return { describe: named(describe.skip, suffix), test: named(test.skip, suffix) };
}

/** A function that declares something by its name, or returns one that does, as `each`; with a suffix at the name. */
function named<F extends (...args: never[]) => unknown>(declare: F, suffix: string): F {
  return new Proxy(declare, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return isFunction(value) ? named(value, suffix) : value;
    },
    apply(target, self, args: readonly unknown[]) {
      const [name, ...rest] = args;
      const result: unknown = Reflect.apply(target, self, typeof name === 'string' ? [name + suffix, ...rest] : args);
      return isFunction(result) ? named(result, suffix) : result;
    },
  });
}

const isFunction = (value: unknown): value is (...args: never[]) => unknown => typeof value === 'function';
