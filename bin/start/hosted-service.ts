/** What the local cloud must know of this service. */

import { dataOption } from '@social-platform-services/ctl/local-cloud';
import type { HostedApp, Variables } from '@social-platform-services/local';
import * as v from 'valibot';
import { VIEWERS_SUFFIX } from '../../contract/access.ts';
import { TargetPolicy } from '../../contract/target-policy.ts';
import { lastAssemblyIn } from './last-assembly.ts';
import { seedNetworks, welcomeLines } from './networks.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What overrides settings of the stage, as the CDK context that the app gets: nothing, as a rule. */
export const overridesOf = ({
  SPS_DELIVERY_SETTINGS: deliverySettings,
  SPS_EMBED_ORIGINS: embedOrigins,
}: Environment): Readonly<Record<string, string>> => ({
  ...(deliverySettings && { deliverySettings }),
  ...(embedOrigins && { embedOrigins }),
});

/** The service in the folder `project`. `SPS_DELIVERY_SETTINGS` and `SPS_EMBED_ORIGINS` override its settings. */
export function hostedService(project: string, environment: Environment): HostedApp {
  const overrides = overridesOf(environment);
  return {
    folder: project,
    script: 'bin/app.ts',
    context: { env: 'local', ...overrides },
    ...(Object.keys(overrides).length === 0 && { lastAssembly: lastAssemblyIn(project) }),
    ...ofService,
  };
}

/** What is the same whichever app has the stage. */
export const ofService = {
  accounts: [
    { userName: 'admin', password: 'admin', email: 'admin@example.com', groups: ['demo', 'other'] },
    { userName: 'demo-admin', password: 'demo-admin', email: 'demo-admin@example.com', groups: ['demo'] },
    {
      userName: 'demo-viewer',
      password: 'demo-viewer',
      email: 'demo-viewer@example.com',
      groups: [`demo${VIEWERS_SUFFIX}`],
    },
  ],
  prepare: seedNetworks,
  welcome: welcomeLines,
  rewriteSiteFile: (path, bytes, folder) => (path === 'config.json' ? withDataFolder(bytes, folder) : bytes),
  rewriteVariables: withRefusedPorts,
} satisfies Partial<HostedApp>;

const Settings = v.record(v.string(), v.unknown());

/** The panel's settings, with the options by which `ctl` selects a cloud whose data folder is not the default. */
function withDataFolder(config: Buffer, folder: string): Buffer {
  const option = dataOption(folder);
  if (option === undefined) return config;
  const settings = v.parse(Settings, JSON.parse(config.toString()));
  return Buffer.from(JSON.stringify({ ...settings, operatorOptions: option }));
}

const Targets = v.pipe(v.string(), v.parseJson(), TargetPolicy);

/** Webhooks may call receivers on this machine, but not the local cloud itself. */
function withRefusedPorts(variables: Variables, refusedPorts: readonly number[]): Variables {
  const { TARGET_POLICY: targets } = variables;
  if (targets === undefined) return variables;
  return { ...variables, TARGET_POLICY: JSON.stringify({ ...v.parse(Targets, targets), refusedPorts }) };
}
