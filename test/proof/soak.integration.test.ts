/** The soak of `npm run soak`, for some seconds: too short for trends, long enough for what it counts. */
import { expect, test } from '@jest/globals';
import { patience } from '../../testing/eventually.ts';
import { reportFigures } from './figures.ts';
import { soakProof } from './proofs.ts';
import { soak } from './soak/soak.ts';

const MINUTES = 0.2;

test(
  'a soak of some seconds finds nothing lost, twice, foreign or undocumented',
  async () => {
    const figures = await soak({ minutes: MINUTES, progress: () => undefined });
    reportFigures('soak of some seconds', figures);
    expect(soakProof.never.filter((what) => figures[what] !== 0).map((what) => `${what}: ${figures[what]}`)).toEqual(
      [],
    );
    expect(figures['requests']).toBeGreaterThan(100);
  },
  patience(120_000),
);
