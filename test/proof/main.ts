/**
 * `npm run soak -- [--minutes N] [--only NAME,NAME]`: the tests of this folder, and of work on text from outside, in
 * their long forms, one after the other; storm and soak take N minutes each (30 unless given).
 *
 * Each prints its figures, which docs/reliability.md has of the last run. The exit code is 1 if one has failed.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, only: { type: 'string' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 10_000)) throw new Error('--minutes must be a number from 1 to 10000.');

/** The variable that makes a test long, and its value. */
const forms: Readonly<Record<string, readonly [variable: string, value: number]>> = {
  fuzz: ['SPS_FUZZ', 20_000],
  tenants: ['SPS_TENANTS', 12_000],
  model: ['SPS_MODEL', 5_000],
  storm: ['SPS_STORM', minutes * 60],
  soak: ['SPS_SOAK', minutes * 60],
  'work-bounds': ['SPS_WORK_BOUNDS', 1],
};

const chosen = values.only?.split(',') ?? Object.keys(forms);
const failed = chosen.filter((name) => {
  const form = forms[name];
  if (form === undefined) throw new Error(`There is no ${name}; there are ${Object.keys(forms).join(', ')}.`);
  const [variable, value] = form;
  const env = { ...process.env, [variable]: `${value}` };
  console.log(`\n==> ${name}: ${variable}=${value}`);
  return spawnSync('npm', ['test', '--', `test/(proof|work-bounds)/.*${name}`], { stdio: 'inherit', env }).status !== 0;
});
console.log(failed.length === 0 ? '\nNothing was lost.' : `\nFAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
