/**
 * The construct of the package: the stacks of one stage, in any CDK app.
 *
 * Its stacks are in the same assembly as those of the app, so that these can use each other's resources, and `cdk deploy
 * --all` deploys them. CDK Pipelines want a stage around it: `SocialPlatformStage`.
 */
import { type Environment, Stage } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { pinFeatureFlags } from './feature-flags.ts';
import { inContext } from './local-stage.ts';
import { packagedSources, type StageSources } from './package-files.ts';
import { functionsOf, queuesOf, tablesOf } from './platform/find-resources.ts';
import { grantIngest, type IngestKey } from './platform/ingest.ts';
import { PlatformMetrics } from './platform/metrics.ts';
import type {
  PlatformAlarmTopics,
  PlatformFunctions,
  PlatformQueues,
  PlatformStacks,
  PlatformTables,
} from './platform/resources.ts';
import { type ProductionInput, production } from './presets.ts';
import { DataStack } from './stacks/data.ts';
import { PanelStack } from './stacks/panel.ts';
import { ServiceStack } from './stacks/service.ts';
import { type StackHost, tagResources } from './stacks/stage-stack.ts';
import { refuseUnfitStage } from './stage-checks.ts';
import type { StageConfig } from './stage-config.ts';
import { STAGE_METADATA } from './stage-metadata.ts';
import { instanceName } from './stage-names.ts';

/** The settings of a stage, those of `production()` unless given; and where it is deployed, and what it is called. */
export interface SocialPlatformProps extends ProductionInput, Partial<Pick<StageConfig, 'name' | 'prefix'>> {
  /**
   * Account and region of its stacks.
   * @default those of the credentials with which it is deployed
   */
  readonly env?: Environment;
  /**
   * Tags of its resources, and of nothing else in the app; besides `service` and `stage`, by which bills are split.
   * @default none
   */
  readonly tags?: Readonly<Record<string, string>>;
}

/** A stage of Social Platform Services. */
export class SocialPlatform extends Construct {
  /** The stacks. `panel` is absent in a stage without a panel. */
  readonly stacks: PlatformStacks;
  /** The base URL of the API, without a slash at its end. */
  readonly apiUrl: string;
  /** The URL of the admin panel, with a slash at its end; undefined without a panel. */
  readonly panelUrl: string | undefined;
  /** The URL of the documentation, with a slash at its end; undefined without a panel. */
  readonly docsUrl: string | undefined;
  /** The tables, for backups, alarms and exports. What is in them is not an interface: use the API. */
  readonly tables: PlatformTables;
  /** The queues, and those with what was given up. */
  readonly queues: PlatformQueues;
  /** The functions by name, such as `BlockUser` and `FanOut`. */
  readonly functions: PlatformFunctions;
  /** The topics that alarms notify; undefined in a stage without alarms. */
  readonly alarmTopics: PlatformAlarmTopics | undefined;
  /**
   * The metrics that its functions write, in a stage with alarms or a gradual rollout. Without a dashboard, CloudWatch has only
   * those that alarms of the stage read, such as `metricWebhooksDisabled()`.
   */
  readonly metrics: PlatformMetrics;
  /** @internal */
  readonly parts: { readonly data: DataStack; readonly service: ServiceStack; readonly panel?: PanelStack };

  constructor(scope: Construct, id: string, props: SocialPlatformProps);
  /** @internal */
  constructor(scope: Construct, id: string, props: SocialPlatformProps, sources: StageSources);
  /** Throws where the settings do not fit together, naming the one that is wrong. */
  constructor(scope: Construct, id: string, props: SocialPlatformProps, sources = packagedSources()) {
    super(scope, id);
    pinFeatureFlags(this);
    const { env, tags, name = id, prefix, ...settings } = props;
    const given = { name, ...(prefix !== undefined && { prefix }), ...production(settings) };
    const config = inContext(this, given);
    refuseUnfitStage(config);
    this.parts = this.addStacks(config, sources, { env, tags });
    const { data, service, panel } = this.parts;
    data.node.addMetadata(STAGE_METADATA, { config, path: this.node.path });
    this.stacks = { data, service, ...(panel && { panel }) };
    this.apiUrl = service.apiUrl;
    this.panelUrl = panel?.panelUrl;
    this.docsUrl = panel?.docsUrl;
    this.tables = tablesOf(data);
    this.queues = queuesOf(service);
    this.functions = functionsOf(service);
    this.alarmTopics = service.alarms?.topics;
    this.metrics = new PlatformMetrics(instanceName(config));
  }

  /** Lets a function of the host post events: it may read the key, and has variables with the URL and where the key is. */
  grantIngest(caller: LambdaFunction, key: IngestKey): void {
    grantIngest(this.apiUrl, caller, key);
  }

  private addStacks(config: StageConfig, { code, siteFolders, operatorCommand }: StageSources, host: StackHost) {
    const shared = { config, host };
    const data = new DataStack(this, 'data', shared);
    const { tables, adminPool } = data;
    const service = new ServiceStack(this, 'service', { ...shared, tables, adminIssuer: adminPool?.issuer, code });
    const panel = config.panel.enabled
      ? new PanelStack(this, 'panel', {
          ...shared,
          panel: config.panel,
          apiUrl: service.apiUrl,
          admins: adminPool,
          folders: siteFolders,
          operatorCommand,
        })
      : undefined;
    for (const stack of [data, service, ...(panel ? [panel] : [])]) tagResources(stack, shared);
    return { data, service, ...(panel && { panel }) };
  }
}

/** The same as a stage of CDK Pipelines: `pipeline.addStage(new SocialPlatformStage(this, 'prod', {…}))`. */
export class SocialPlatformStage extends Stage {
  readonly platform: SocialPlatform;

  constructor(scope: Construct, id: string, props: SocialPlatformProps) {
    super(scope, id, props.env ? { env: props.env } : {});
    this.platform = new SocialPlatform(this, 'platform', { name: id, ...props });
  }
}
