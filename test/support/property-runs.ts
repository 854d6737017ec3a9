/**
 * How often the dearest properties are tried, and the seed of all random input: a third of the times where `SPS_QUICK`
 * is set, as in CI, whose seed is always the same. Every night, and without the variables, it is all of them, with a
 * seed that nobody has chosen (.github/workflows/nightly.yml).
 */
import { randomInt } from 'node:crypto';

const { SPS_QUICK, SPS_SEED } = process.env;

/** That of another run if `SPS_SEED` names it. A failure prints it. */
export const seedOfRun: number = SPS_SEED === undefined ? randomInt(2 ** 31) : Number(SPS_SEED);

/** At least one. */
export const timesToTry = (count: number): number => (SPS_QUICK === undefined ? count : Math.ceil(count / 3));

/** Parameters of a dear property. */
export const propertyRuns = (count: number) => ({ numRuns: timesToTry(count), endOnFailure: true });
