/** The stage's stacks as they are in AWS now. */
import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import type { StageName } from '../../lib/config.ts';
import { inTime } from './aws.ts';

/** A stack that exists. */
export interface DeployedStack {
  readonly name: string;
  /** Such as `UPDATE_COMPLETE`. */
  readonly status: string;
  /** Whether it refuses to be deleted. */
  readonly isProtected: boolean;
  /** The names of the values that other stacks can import from it. */
  readonly exports: readonly string[];
  /** The values of its outputs, by key. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** The stacks of a stage in the order in which they are deployed: each imports from the ones before. */
export const stackNames = (stage: StageName): readonly string[] =>
  ['data', 'service', 'panel'].map((part) => `sps-${stage}-${part}`);

/** Reads one stack; undefined if there is none. Throws what CloudFormation throws, and an Error when the deadline is over. */
export async function readStack(client: CloudFormationClient, StackName: string): Promise<DeployedStack | undefined> {
  try {
    const { Stacks } = await inTime(client.send(new DescribeStacksCommand({ StackName })));
    const stack = Stacks?.[0];
    if (stack === undefined) return undefined;
    return {
      name: StackName,
      status: stack.StackStatus ?? 'unknown',
      isProtected: stack.EnableTerminationProtection ?? false,
      exports: (stack.Outputs ?? []).flatMap(({ ExportName }) => ExportName ?? []),
      outputs: new Map(
        (stack.Outputs ?? []).flatMap(({ OutputKey, OutputValue }) =>
          OutputKey === undefined || OutputValue === undefined ? [] : [[OutputKey, OutputValue] as const],
        ),
      ),
    };
  } catch (error) {
    if (error instanceof CloudFormationServiceException && error.message.endsWith('does not exist')) return undefined;
    throw error;
  }
}
