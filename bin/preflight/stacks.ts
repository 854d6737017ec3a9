/** The stage's stacks as they are in AWS now, and whether they can be updated. */
import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListImportsCommand,
} from '@aws-sdk/client-cloudformation';
import * as v from 'valibot';
import { inTime } from './aws.ts';
import { type Finding, note, problem } from './finding.ts';

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

/** Reads one stack; undefined if there is none. Throws CloudFormation's errors, and an Error after the deadline. */
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
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof CloudFormationServiceException && error.message.endsWith('does not exist');

const Template = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/**
 * Reads the template that a stack was deployed with, an empty one if there is no such stack; which the CDK writes as
 * JSON (https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_GetTemplate.html). Rejects with what
 * CloudFormation throws, or if it is no JSON.
 */
export async function deployedTemplate(client: CloudFormationClient, StackName: string): Promise<unknown> {
  try {
    const { TemplateBody } = await inTime(
      client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' })),
    );
    return v.parse(Template, TemplateBody);
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

/**
 * Returns the names of the stacks that import the export, of which CloudFormation lists some at a time
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListImports.html). Rejects with what
 * CloudFormation throws.
 */
export async function importersOf(client: CloudFormationClient, ExportName: string): Promise<readonly string[]> {
  const found: string[] = [];
  let NextToken: string | undefined;
  try {
    do {
      const page = await inTime(client.send(new ListImportsCommand({ ExportName, NextToken })));
      found.push(...(page.Imports ?? []));
      NextToken = page.NextToken;
    } while (NextToken);
    return found;
  } catch (error) {
    // CloudFormation responds so if nothing imports the value.
    if (error instanceof CloudFormationServiceException && error.name === 'ValidationError') return [];
    throw error;
  }
}

/** What to type to delete a stack, after its protection was lifted if it has one. */
export const deletionOf = (name: string, isProtected: boolean): string =>
  [
    ...(isProtected
      ? [`aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`]
      : []),
    `aws cloudformation delete-stack --stack-name ${name}`,
  ].join(' && ');

/**
 * Returns what has to be done about a stack's state
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html); nothing for one that can be
 * updated. `cdk deploy` itself deletes a stack whose creation failed and was rolled back, if it may be deleted, and
 * rolls back a stack whose failed update was not (https://docs.aws.amazon.com/cdk/v2/guide/ref-cli-cmd-rollback.html).
 */
export function stateFindings({ name, status, isProtected }: DeployedStack): readonly Finding[] {
  const found = (kind: typeof problem, what: string, todo: string): readonly Finding[] => [
    kind(`The stack ${name} is in the state ${status}: ${what}.`, todo),
  ];
  const repair = `Repair what its events name (aws cloudformation describe-stack-events --stack-name ${name})`;
  switch (status) {
    case 'REVIEW_IN_PROGRESS':
      return [];
    case 'ROLLBACK_COMPLETE':
    case 'ROLLBACK_FAILED':
      return isProtected
        ? found(
            problem,
            'its creation failed, and it is protected from deletion',
            `Allow its deletion and delete it: ${deletionOf(name, true)}.${name.endsWith('-data') ? ' Tables and user pools that it had created stay: check that they are empty, and delete them too.' : ''}`,
          )
        : found(note, 'its creation failed', 'cdk deploy deletes it and creates it again.');
    case 'CREATE_FAILED':
    case 'UPDATE_FAILED':
      return found(note, 'a deployment failed and was not rolled back', 'cdk deploy asks to roll it back.');
    case 'UPDATE_ROLLBACK_FAILED':
      return found(
        problem,
        'an update failed, and so did its roll-back',
        `${repair}, then continue: aws cloudformation continue-update-rollback --stack-name ${name}`,
      );
    case 'DELETE_FAILED':
      return found(
        problem,
        'it could not be deleted completely',
        `${repair}, then delete it again: aws cloudformation delete-stack --stack-name ${name}`,
      );
    // The only state in which CloudFormation takes an update back when it is told to:
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn--stack-update-cancel.html
    case 'UPDATE_IN_PROGRESS':
      return found(
        problem,
        'something else changes it',
        `Wait until that is done, or take the update back: aws cloudformation cancel-update-stack --stack-name ${name}`,
      );
    default:
      return status.endsWith('_IN_PROGRESS')
        ? found(problem, 'something else changes it', 'Wait until that is done, or look at it in the console.')
        : [];
  }
}
