/**
 * Puts the files of the panel and of the documentation into the bucket when the stack is deployed, and the panel's
 * configuration.
 *
 * Assets have a hash in their names: browsers cache them for a year, and those of earlier deployments stay in the
 * bucket for open tabs. Pages and `config.json` are not cached, and are deployed after the assets that they name.
 */
import { CfnResource, CustomResource, Duration, Stack, Tags, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  type BucketDeploymentProps,
  CacheControl,
  type ISource,
  Source,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { DeliverySchedule, RetentionSettings } from '../config.ts';
import { addressByStack } from './ids.ts';
import { DOCS_FOLDER, PANEL_BUCKET, PANEL_FOLDER } from './panel-host.ts';
import type { SignInSettings } from './panel-sign-in.ts';
import type { LogSettings } from './service-function.ts';

const siteFolders = [PANEL_FOLDER, DOCS_FOLDER] as const;

/** `config.json`, which the panel reads when it starts. */
interface PanelSettings {
  readonly apiUrl: string;
  /** What an operator types before the words of a command. */
  readonly operatorCommand?: string;
  /** The command line's options that select this stage. Absent for `local`: a local cloud adds its own. */
  readonly operatorOptions?: string;
  /** The origins of pages that may show the panel in a frame, and give it tokens. */
  readonly embedOrigins?: readonly string[];
  readonly delivery?: DeliverySchedule;
  readonly retention: RetentionSettings;
  /** Absent if admins come by link only. */
  readonly signIn?: SignInSettings;
}

/** What was built, by absolute path: folders with `pages/` and `assets/`. */
export interface SiteFolders {
  /** The output of `buildPanel`. */
  readonly panel: string;
  /** The output of `buildDocs`. */
  readonly docs: string;
}

interface PanelFilesProps {
  readonly bucket: IBucket;
  readonly folders: SiteFolders;
  readonly settings: PanelSettings;
  readonly logs: LogSettings;
}

export class PanelFiles extends Construct {
  private readonly permissions = new PolicyDocument();

  constructor(scope: Construct, id: string, { bucket, folders, settings, logs }: PanelFilesProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', logs);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: "What the deployment of the panel's files may do",
      inlinePolicies: { Permissions: this.permissions },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
    this.allow(['s3:ListBucket'], bucket.bucketArn);
    for (const folder of siteFolders) this.allow(['s3:PutObject'], bucket.arnForObjects(`${folder}/*`));
    // The CDK would grant permissions for every asset of the account, and for more of the bucket than is needed.
    const shared = { destinationBucket: bucket, logGroup, role: role.withoutPolicyUpdates(), prune: false };
    const config = Source.jsonData('config.json', settings);
    this.deploy('', PANEL_FOLDER, shared, folders.panel, config);
    this.deploy('Docs', DOCS_FOLDER, shared, folders.docs);
    this.logAutoDelete(logGroup);
    this.explain(role);
  }

  private deploy(
    id: string,
    destination: string,
    shared: Omit<BucketDeploymentProps, 'sources'>,
    folder: string,
    ...besides: readonly ISource[]
  ): void {
    const assetFiles = new BucketDeployment(this, `${id}Assets`, {
      ...shared,
      sources: [this.readable(Source.asset(`${folder}/assets`))],
      destinationKeyPrefix: `${destination}/assets`,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    ownByStack(assetFiles, shared.destinationBucket, `${destination}/assets`);
    const page = new BucketDeployment(this, `${id}Page`, {
      ...shared,
      sources: [Source.asset(`${folder}/pages`), ...besides].map((source) => this.readable(source)),
      destinationKeyPrefix: destination,
      cacheControl: [CacheControl.noCache()],
    });
    ownByStack(page, shared.destinationBucket, destination);
    page.node.addDependency(assetFiles);
  }

  private allow(actions: string[], resource: string): void {
    this.permissions.addStatements(new PolicyStatement({ actions, resources: [resource] }));
  }

  /** The CDK's function that empties the bucket would log to a group of its own, which never expires. */
  private logAutoDelete(logGroup: LogGroup): void {
    const provider = Stack.of(this).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
    const lambda = provider?.node.tryFindChild('Handler');
    if (!CfnResource.isCfnResource(lambda)) throw new Error('The CDK has no function that empties buckets.');
    lambda.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
  }

  /** The source, with permission to read it. */
  private readable(source: ISource): ISource {
    return {
      bind: (scope, context) => {
        const config = source.bind(scope, context);
        this.allow(['s3:GetObject'], config.bucket.arnForObjects(config.zipObjectKey));
        return config;
      },
    };
  }

  private explain(role: Role): void {
    for (const folder of siteFolders) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${PANEL_BUCKET}.Arn>/${folder}/*]`,
        reason: "It writes the files of the site's folders, whose names change with their content.",
      });
    }
    const handler = Stack.of(this).node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
    if (handler === undefined) throw new Error('The CDK has no function that deploys files.');
    const ofTheCdk = 'The CDK chooses the settings of its own function, which runs in deployments only.';
    Validations.of(handler).acknowledge(
      ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion', 'Serverless-LambdaTracing', 'Serverless-LambdaDLQ'].map(
        (id) => ({ id, reason: ofTheCdk }),
      ),
    );
  }
}

/**
 * Renames the tag of the bucket by which the CDK's function knows who owns its files: the CDK's own name has the path of
 * the deployment in its app.
 */
function ownByStack(deployment: BucketDeployment, bucket: IBucket, folder: string): void {
  const resource = deployment.node.findChild('CustomResource');
  if (!(resource instanceof CustomResource)) throw new Error(`${resource.node.path} is no custom resource.`);
  const tag = (address: string): string => `aws-cdk:cr-owned:${folder}:${address}`;
  Tags.of(bucket).remove(tag(resource.node.addr.slice(-8)));
  Tags.of(bucket).add(tag(addressByStack(resource)), 'true');
}
