/** Practises drills one after the other in one local cloud: what goes off, and what docs/runbook.md says to do about it, work. */
import { afterAll, beforeAll, test } from '@jest/globals';
import { type Drill, runDrill } from '../../scripts/drills/drill.ts';
import { drillCloud } from '../../scripts/drills/drill-cloud.ts';
import { createWorld } from '../../scripts/drills/world.ts';
import { type OwnCloud, startOwnCloud } from '../../testing/own-cloud.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Adds a test for each drill. */
export function practise(drills: readonly Drill[]): void {
  const data = temporaryFolder();
  let cloud: OwnCloud;
  beforeAll(async () => {
    cloud = await startOwnCloud({ ...drillCloud, data });
  });
  afterAll(() => cloud.stop());

  test.each(drills.map((drill) => [drill.name, drill] as const))('the drill %s', async (_, drill) => {
    const transcript: string[] = [];
    await using world = createWorld(cloud, data, (text) => transcript.push(text));
    await runDrill(drill, world).catch((cause: unknown) => {
      throw new Error(`${cause}\n${transcript.join('\n')}`, { cause });
    });
  });
}
