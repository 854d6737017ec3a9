/** A drill: something is broken, its alarms go off, and the steps of docs/runbook.md end them. */
import type { World } from './world.ts';

export interface Drill {
  /** As in `npm run drill -- NAME`. */
  readonly name: string;
  /** The sections of docs/runbook.md that it practises: the names of alarms, or whole headings. */
  readonly sections: readonly string[];
  /** The alarms that go off. */
  readonly alarms: readonly string[];
  /** What is broken, in a sentence. With `--hold` it is told at the end. */
  readonly cause: string;
  /** Breaks it. What it returns follows the steps of the section, and resolves when nothing is broken any more. */
  begin(world: World): Promise<() => Promise<void>>;
}

/** Runs a drill to its end. `hold` is called while the alarms are on. Rejects if an alarm does not go off, or does not end. */
export async function runDrill(drill: Drill, world: World, hold: () => Promise<void> = async () => {}): Promise<void> {
  const repair = await drill.begin(world);
  for (const name of drill.alarms) {
    const { changes } = await world.alarm(name, 'ALARM');
    world.say(`ALARM ${name}: ${changes.find(({ state }) => state === 'ALARM')?.reason}`);
  }
  await hold();
  world.say(`The cause: ${drill.cause}`);
  await repair();
  for (const name of drill.alarms) {
    const { reason } = await world.alarm(name, 'OK');
    world.say(`OK    ${name}: ${reason}`);
  }
}
