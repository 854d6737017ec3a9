/** The messages that `ctl redrive` lists and retries, as the runbook does. */
import * as v from 'valibot';
import { eventually } from '../../testing/eventually.ts';
import type { World } from './world.ts';

const Failures = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id: v.string(), queue: v.string(), what: v.string(), reason: v.string() })),
);
type Failure = v.InferOutput<typeof Failures>[number];

const PATIENCE_MS = 60_000;
/** A message may have come after a retry has looked for them. */
const ONE_TRY_MS = 4_000;

/** Lists the failed messages once there are some in each of these queues. */
export const listed = (world: World, queues: readonly string[]): Promise<readonly Failure[]> =>
  eventually(async () => {
    const failures = v.parse(Failures, await world.ctl('redrive', 'list', '--json'));
    const missing = queues.filter((name) => !failures.some(({ queue }) => queue === name));
    if (missing.length > 0) throw new Error(`there is no failed message in ${missing.join(', ')}`);
    return failures;
  }, PATIENCE_MS);

/** Retries all failed messages, again and again, until none fails and `isRepaired` does not throw. */
export const retriedAll = (world: World, isRepaired: () => Promise<void> | void): Promise<void> =>
  eventually(async () => {
    await world.ctl('redrive', 'retry', '--all');
    await eventually(isRepaired, ONE_TRY_MS);
  }, PATIENCE_MS);
