/**
 * `npm run drill` lists the drills; `npm run drill -- NAME` shows one, in a local cloud of its own; with `--hold` you find the cause
 * yourself.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { startOwnCloud } from '../testing/own-cloud.ts';
import { drills, symptoms } from './drills/all.ts';
import { type Drill, runDrill } from './drills/drill.ts';
import { drillCloud } from './drills/drill-cloud.ts';
import { createWorld } from './drills/world.ts';

const program = new Command('npm run drill --')
  .description('Breaks a local cloud in the way of a section of docs/runbook.md, and follows its steps.')
  .argument('[name]', 'a drill; without it they are listed')
  .option('--hold', 'wait while the alarm is on, for you to find the cause', false)
  .allowExcessArguments(false);
program.parse();
const [name] = program.args;

if (name === undefined) list();
else await practise(chosen(name), program.opts<{ readonly hold: boolean }>().hold);

function list(): void {
  const width = Math.max(...drills.map((drill) => drill.name.length));
  for (const { name, sections } of drills) process.stdout.write(`${name.padEnd(width)}  ${sections.join(', ')}\n`);
  const names = Object.keys(symptoms).join(', ');
  process.stdout.write(`\nTo find the cause yourself, of one of several: npm run drill -- NAME --hold, of ${names}\n`);
}

function chosen(name: string): Drill {
  const causes = symptoms[name] ?? drills.filter((one) => one.name === name);
  const drill = causes.length === 0 ? undefined : causes[randomInt(causes.length)];
  return drill ?? program.error(`There is no drill ${name}. npm run drill lists them.`);
}

async function practise(drill: Drill, isHeld: boolean): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'sps-drill-'));
  // While it is held, the transcript would tell the cause.
  let isSilent = isHeld;
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  print(`Starting a local cloud for a drill …`);
  const cloud = await startOwnCloud({ ...drillCloud, data });
  try {
    await using world = createWorld(cloud, data, (text) => isSilent || print(text));
    await runDrill(drill, world, async () => {
      if (!isHeld) return;
      print(`Something is broken at ${cloud.url}, and its alarm is on. Logs are in ${data}/logs.`);
      print(`Find the cause with docs/runbook.md and: npm run -s ctl -- --data ${data} top`);
      await pressedEnter();
      isSilent = false;
    });
    print('It is over.');
  } finally {
    await cloud.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function pressedEnter(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question('Press Enter to be told, and to have it repaired. ');
  terminal.close();
}
