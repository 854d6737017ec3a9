/**
 * fast-check, whose properties have the seed of the run: in CI always the same one, so that a change fails for its own
 * sake, and otherwise one that nobody has chosen. A failure prints it; `SPS_SEED` repeats it.
 */
import fc from 'fast-check';
import { seedOfRun } from './property-runs.ts';

fc.configureGlobal({ seed: seedOfRun });

export default fc;
