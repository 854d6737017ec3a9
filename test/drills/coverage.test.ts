/** Every section of docs/runbook.md is practised, or says why not. That every alarm has a section is tested in test/stacks. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { drills, notPractised, symptoms } from '../../scripts/drills/all.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const headings = (level: string): readonly string[] =>
  [...runbook.matchAll(new RegExp(`^${level} (.*)$`, 'gm'))].flatMap(([, heading]) => heading ?? []);

const alarms = headings('###').flatMap((heading) => heading.replace(/:.*/, '').split(', '));
/** The two are about alarms and drills themselves. */
const procedures = headings('##').filter((heading) => heading !== 'Alarms' && heading !== 'Drills');

test.each(alarms)('the alarm %s goes off in a drill of its section', (alarm) => {
  expect(drills.filter((drill) => drill.alarms.includes(alarm) && drill.sections.includes(alarm))).not.toEqual([]);
});

test.each(procedures)('the section "%s" has a drill, or a reason why it has none', (section) => {
  const count = drills.filter(({ sections }) => sections.includes(section)).length;
  expect(count > 0).toBe(notPractised[section] === undefined);
});

test('every drill and reason is of a section that exists', () => {
  const sections = [...drills.flatMap((drill) => drill.sections), ...Object.keys(notPractised)];
  expect(sections.filter((section) => !alarms.includes(section) && !procedures.includes(section))).toEqual([]);
});

test.each(drills.map(({ name }) => name))('the runbook names the drill %s', (name) => {
  expect(runbook).toContain(`\`${name}\``);
});

test('no two drills or symptoms have the same name', () => {
  const names = [...drills.map(({ name }) => name), ...Object.keys(symptoms)];
  expect(new Set(names).size).toBe(names.length);
});
