/** Samples and types are about the same payloads (docs/spec/events.md#payload-types); the compiler says so. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OPTIONS = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'es2024', '--module', 'nodenext'];

test('each sample compiles as the data of its event, and does not with a wrong value of any documented key', () => {
  const names = [...eventTypes.keys()];
  const wrong = names.flatMap((event) => {
    const data = eventSample(event);
    // No key has the type boolean.
    return Object.keys(data).map((key) => JSON.stringify({ event, data: { ...data, [key]: true } }));
  });
  expect(wrong.length).toBeGreaterThan(200);
  const samples = Object.fromEntries(names.map((event) => [event, eventSample(event)]));
  const source = [
    `import type { EventPayloads, KnownEvent } from '${resolve('client/events.generated.ts')}';`,
    `export const samples: EventPayloads = ${JSON.stringify(samples)};`,
    'export const wrong: KnownEvent[] = [',
    ...wrong.map((event) => `// @ts-expect-error\n${event},`),
    '];',
  ];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'samples.ts'), source.join('\n'));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...OPTIONS, '--exactOptionalPropertyTypes', 'samples.ts'], {
    cwd: folder,
    stdio: 'pipe',
  });
});
