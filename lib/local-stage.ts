/** A stage as the local cloud hosts it: `sps start` synthesizes an app with the context `LOCAL_CONTEXT`. */
import type { Construct, IConstruct } from 'constructs';
import { LOCAL_CONTEXT } from './local-context.ts';
import { withDeliverySettings, withEmbedOrigins } from './overrides.ts';
import { local } from './presets.ts';
import type { StageConfig } from './stage-config.ts';

/**
 * The settings with what one machine can't do replaced by those of the preset `local`: no AWS in front of the API, no
 * alarms, one version of each function, receivers on this machine, any origin. The stage is called `local`, so that
 * nothing takes it for the deployed one.
 */
function localStage(config: StageConfig): StageConfig {
  const own = local();
  const { firewall: _, ...api } = config.api;
  const { prefix: __, ...settings } = config;
  return {
    ...settings,
    name: 'local',
    architecture: own.architecture,
    data: own.data,
    dataKey: own.dataKey,
    api: { ...api, corsOrigins: own.api.corsOrigins, authorizerCacheSeconds: own.api.authorizerCacheSeconds },
    delivery: { ...config.delivery, ...localDelivery(own) },
    ...(own.noticeMail && { noticeMail: own.noticeMail }),
    concurrency: own.concurrency,
    memory: own.memory,
    rollout: own.rollout,
    alarms: own.alarms,
    tracing: false,
    panel: config.panel.enabled && own.panel.enabled ? { ...own.panel, ...embeddable(config.panel) } : config.panel,
  };
}

const localDelivery = ({ delivery: { targets, eventBuses, concurrency } }: Pick<StageConfig, 'delivery'>) => ({
  targets,
  concurrency,
  ...(eventBuses !== undefined && { eventBuses }),
});

/** What of the panel is the same everywhere: how admins sign in, and whose pages may show it. */
const embeddable = ({ signIn, embedOrigins }: Extract<StageConfig['panel'], { readonly enabled: true }>) => ({
  signIn,
  ...(embedOrigins && { embedOrigins }),
});

/** Apps with a stage that is hosted. */
const hostingApps = new WeakSet<IConstruct>();

/** The settings as the app's context has them hosted or deployed. */
export function inContext(scope: Construct, config: StageConfig): StageConfig {
  const context = (name: string): unknown => scope.node.tryGetContext(name);
  const hosted = context(LOCAL_CONTEXT);
  if (hosted !== config.name && !(hosted === '*' && !hostingApps.has(scope.node.root))) return config;
  hostingApps.add(scope.node.root);
  return withEmbedOrigins(
    withDeliverySettings(localStage(config), context('deliverySettings')),
    context('embedOrigins'),
  );
}
