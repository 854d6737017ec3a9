/** What a local cloud must be told of the app that it hosts: everything that its templates do not say. */
import type { LocalCredentials } from './aws-clients.ts';
import type { LocalAccount } from './identity/accounts.ts';

/** A CDK app, and what its developer finds in a new local cloud. */
export interface HostedApp {
  /** The project's folder. The scripts below, and those of assets that are built on request, run in it. */
  readonly folder: string;
  /** What synthesizes the app: a script of Node, or a command for a shell, as in `cdk.json`. */
  readonly script: string | { readonly command: string };
  /** The stacks of the app that are hosted, by their names in CloudFormation; all unless given. */
  readonly stacks?: readonly string[];
  /** The CDK context. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** What was synthesized with this context before. */
  readonly lastAssembly?: LastAssembly;
  /** The accounts of its user pool, if it has one. */
  readonly accounts?: readonly LocalAccount[];
  /** Fills the tables before the first request, at every start. */
  readonly prepare?: (cloud: RunningCloud) => Promise<void>;
  /** The lines that the terminal shows when the cloud is ready, such as links and commands to paste. */
  readonly welcome?: (cloud: RunningCloud) => Promise<readonly string[]>;
  /** Changes a file of a site, given its path in its asset, such as the settings of a page. */
  readonly rewriteSiteFile?: (path: string, bytes: Buffer, dataFolder: string) => Buffer;
  /** Changes the variables of a function, given the ports on which the local cloud and its emulators listen. */
  readonly rewriteVariables?: (variables: Variables, ports: readonly number[]) => Variables;
}

/** An assembly that is kept between starts. */
export interface LastAssembly {
  /** Writes it into the folder, and returns true, if the synthesis would write the same. */
  restore(output: string): Promise<boolean>;
  /** Keeps what a synthesis has written, which began at that time: milliseconds since 1970. */
  keep(output: string, beganAt: number): Promise<void>;
}

/** The environment variables of a function, by name. */
export type Variables = Readonly<Record<string, string>>;

/** The addresses of a local cloud, and what its stacks return. `cloud.json` has the same members. */
export interface RunningCloud {
  /** Of the API. */
  readonly url: string;
  readonly region: string;
  /** The URLs of DynamoDB and SQS. */
  readonly endpoints: Endpoints;
  /** Those with which they answer. */
  readonly credentials: LocalCredentials;
  /** The outputs of all stacks by their keys. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** The URLs of DynamoDB and SQS. */
export interface Endpoints {
  readonly dynamodb: string;
  readonly sqs: string;
}
