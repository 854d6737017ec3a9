/** Functions of the shared local cloud: what they have in their environment, and their schedules. */
import { expect } from '@jest/globals';
import * as v from 'valibot';
import { call, cloud, emulatorVariables } from './service.ts';

/** Sets the variables of every table and queue of the shared local cloud, and these. */
export function setFunctionVariables(others: Readonly<Record<string, string | undefined>> = {}): void {
  const snake = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const named = Object.entries(cloud().outputs).flatMap(([name, value]) =>
    /(TableName|QueueUrl)$/.test(name) ? [[snake(name.replace(/TableName$/, 'Table')), value]] : [],
  );
  Object.assign(process.env, { ...emulatorVariables(), ...Object.fromEntries(named), ...others });
}

const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string() })) });

/** Runs the schedule whose logical id contains `name`. `url` is that of a local cloud; the shared one by default. */
export async function fireSchedule(name: string, url: string = cloud().url): Promise<void> {
  const { schedules } = v.parse(Schedules, (await call('GET', '/_local/schedules', { url })).body);
  const { logicalId } = schedules.find((schedule) => schedule.logicalId.includes(name)) ?? {};
  expect(await call('POST', `/_local/schedules/${logicalId}/fire`, { url })).toMatchObject({ status: 200 });
}
