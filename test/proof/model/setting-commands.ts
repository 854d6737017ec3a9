/** Features that are switched off and on again, hide modes, and what admins see of both. */

import { changesOf } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { Feature, HideMode } from '../../../contract/access.ts';
import { NetworkResponse } from '../../../contract/network.ts';
import fc from '../../support/fast-check.ts';
import { connection } from '../../support/service.ts';
import { ask } from './ask.ts';
import { must, type NetworkModel } from './model.ts';
import { type Command, destination, pick } from './world.ts';

const { network } = destination;

const turn: fc.Arbitrary<Command> = fc
  .record({
    network,
    feature: fc.constantFrom(...Feature.options),
    isOn: fc.constantFrom(false, true, true, true, true),
  })
  // In the other networks every event has to be delivered.
  .map((one) => (one.feature === 'webhooks' ? { ...one, network: 2 } : one))
  .map((one) => ({
    what: `the operator switches ${one.feature} ${one.isOn ? 'on' : 'off'} in network ${one.network}`,
    run: ({ networks }) => switchFeature(pick(networks, one.network), one.feature, one.isOn),
  }));

const hide: fc.Arbitrary<Command> = fc
  .record({ network, hideMode: fc.constantFrom(...HideMode.options) })
  .map((one) => ({
    what: `the operator sets the hide mode of network ${one.network} to ${one.hideMode}`,
    run: async ({ networks }) => {
      const { networkId, hideMode } = pick(networks, one.network);
      const write = hideMode.write(one.hideMode);
      await changesOf(connection()).set(networkId, 'hideMode', one.hideMode);
      write.applied();
    },
  }));

const show: fc.Arbitrary<Command> = fc.record(destination).map(({ isNew, ...one }) => ({
  what: `an admin looks at the settings of network ${one.network}`,
  run: async ({ networks }) => {
    const { features, hideMode, networkId } = pick(networks, one.network);
    const asker = { network: pick(networks, one.network), role: 'admin', userId: 'root', isNew } as const;
    const served = await ask(asker, undefined, 'GET', '/network');
    if (served === undefined) return;
    const settings = v.parse(NetworkResponse, served.response.body);
    must(settings.networkId === networkId, `the settings are those of ${settings.networkId}`);
    must(hideMode.possible(served.span).has(settings.hideMode), `the hide mode is ${settings.hideMode}`);
    for (const feature of Feature.options) {
      const isOn = settings.features[feature];
      must(features[feature].possible(served.span).has(isOn), `${feature} is ${isOn ? 'on' : 'off'}`);
    }
  },
}));

export const settingCommand = fc.oneof(
  { weight: 2, arbitrary: turn },
  { weight: 2, arbitrary: hide },
  { weight: 1, arbitrary: show },
);

/** Switches a feature, in the service and in the model. */
export async function switchFeature({ networkId, features }: NetworkModel, feature: Feature, isOn: boolean) {
  const write = features[feature].write(isOn);
  await changesOf(connection()).setFeatures(networkId, [feature], isOn);
  write.applied();
}
