/** The schedules of a local cloud, run when a test wants it rather than each minute. */
import { expect } from '@jest/globals';
import * as v from 'valibot';
import { call, cloud } from '../../testing/service.ts';

const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string() })) });

/** Runs the schedule whose logical id contains `name`. `url` is that of a local cloud; the shared one by default. */
export async function fireSchedule(name: string, url: string = cloud().url): Promise<void> {
  const { schedules } = v.parse(Schedules, (await call('GET', '/_local/schedules', { url })).body);
  const { logicalId } = schedules.find((schedule) => schedule.logicalId.includes(name)) ?? {};
  expect(await call('POST', `/_local/schedules/${logicalId}/fire`, { url })).toMatchObject({ status: 200 });
}
