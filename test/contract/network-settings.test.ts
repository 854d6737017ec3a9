import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { initialSettings, settingNames, settingSchemas } from '../../contract/network-settings.ts';

test('a new network has values that the settings allow', () => {
  expect(v.is(v.object(settingSchemas), initialSettings)).toBe(true);
});

/** Every network has had it from the beginning. */
const OLDEST = 'hideMode';

test.each(settingNames.filter((name) => name !== OLDEST))(
  'a network from before the setting %s, which has no value of it, can be read',
  (name) => {
    expect(v.is(settingSchemas[name], undefined)).toBe(true);
  },
);
