/** Deploys the stacks of a stage: looks at the account first, then runs `cdk deploy`. */

import { typedCommand } from '@social-platform-services/ctl/about';
import { shellWord } from '@social-platform-services/ctl/output';
import { stackName, stackParts } from '../../lib/stage-names.ts';
import { checkAccount } from '../preflight/account.ts';
import type { AwsClients } from '../preflight/aws.ts';
import { checking, type Finding, findingsText, notChecked, note } from '../preflight/finding.ts';
import { type DeployedStack, deployedTemplate, importersOf } from '../preflight/stacks.ts';
import { keyChanges, tableChanges } from '../preflight/table-changes.ts';
import { checkIndexStates, missingExports, missingIndexes } from '../preflight/used-data.ts';
import { type ExportOrder, exportOrder, roomLeft, type StackTemplate } from './stack-templates.ts';
import type { StageArguments } from './stage-arguments.ts';

/** What a deployment works with. */
export interface DeploymentTools {
  readonly clients: AwsClients;
  /** Synthesizes a stage. Rejects if that fails; `cdk deploy` then fails in the same way and says why. */
  readonly synthesize: (stage: string) => Promise<readonly StackTemplate[]>;
  /** Runs `cdk` in the terminal and returns its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  /** Prints a message for people. */
  readonly print: (text: string) => void;
}

/**
 * Deploys, and returns the exit code: that of `cdk`, or 1 for a problem or a risk that was found before. Then nothing
 * was changed, and another command is offered if it would get through. A stack that has to drop an import comes first,
 * alone (docs/adr/0009-strong-exports.md).
 */
export async function deployStage(args: StageArguments, tools: DeploymentTools): Promise<number> {
  const { app, config, stage, passedOn } = args;
  const { clients, cdk, print } = tools;
  const { target, findings, stacks, unread } = await checkAccount(clients, config, app);
  if (target !== undefined) {
    print(`Deploying ${stage} to ${target.region} of account ${target.account ?? '(unknown)'}.`);
  }
  const compare = await comparison(args, isRefused(findings) ? { stacks: [], unread: [] } : { stacks, unread }, tools);
  const { first, found } = await compare(args);
  const all = [...findings, ...found];
  if (all.length > 0) print(findingsText(all));
  if (all.some(stops)) {
    const other = { ...args, keepData: !args.keepData };
    const isWay = !findings.some(stops) && !(await compare(other)).found.some(stops);
    const isForced = !isRefused(all) && first.length === 0;
    print(['Nothing was deployed.', isWay ? otherWay(other) : isForced ? forcedWay(args) : ''].join(' ').trimEnd());
    return 1;
  }
  for (const name of first) {
    print(`${name} first, alone: it drops imports that the other stacks do without from now on.`);
    const part = stackParts.find((one) => stackName(config, one) === name) ?? 'service';
    const id = app.stackId(stage, part);
    const code = await cdk(['deploy', id, '--exclusively', ...app.cdkArguments(stage), ...passedOn]);
    if (code !== 0) return code;
  }
  return await cdk(args.cdk);
}

const stops = ({ kind }: Finding): boolean => kind !== 'note';
const isRefused = (findings: readonly Finding[]): boolean => findings.some(({ kind }) => kind === 'problem');

/** What to type to deploy the other way, with the data stack or without. */
function otherWay({ stage, keepData, passedOn }: StageArguments): string {
  const what = keepData
    ? 'To deploy the functions of this commit, and leave the tables as they are'
    : 'To deploy the tables of this commit as well';
  const words = ['--env', stage, ...(keepData ? ['--keep-data'] : []), ...passedOn];
  return `${what}: ${typedCommand('deploy', ...words.map(typed))}`;
}

/** What to type to deploy although a risk was found. */
const forcedWay = ({ cdk }: StageArguments): string =>
  `To deploy without these checks: npx cdk ${cdk.map(typed).join(' ')}`;

const typed = (word: string): string => (/^[\w./:=@-]+$/.test(word) ? word : shellWord(word));

/** What a deployment changes, and the stacks that come first. */
type Comparison = (args: StageArguments) => Promise<{
  readonly first: readonly string[];
  readonly found: readonly Finding[];
}>;

/** The stacks of the stage that exist, and the names of those that could not be read. */
interface ReadStacks {
  readonly stacks: readonly DeployedStack[];
  readonly unread: readonly string[];
}

/** Synthesizes only if a stack with exports is deployed, as that of the tables: it takes ten seconds. */
async function comparison(
  { config, stage }: StageArguments,
  { stacks, unread }: ReadStacks,
  { clients, print, synthesize }: DeploymentTools,
): Promise<Comparison> {
  if (stacks.every((stack) => stack.exports.length === 0))
    return async () => ({ first: [], found: unread.length === 0 ? [] : [unknownChanges(unread)] });
  let templates: readonly StackTemplate[];
  try {
    templates = await synthesize(stage);
    print(roomLeft(templates));
  } catch (error) {
    return async () => ({ first: [], found: [notChecked('what changes', error)] });
  }
  const data = stackName(config, 'data');
  return async (args) => {
    const toDeploy = args.keepData ? templates.filter(({ name }) => name !== data) : templates;
    const [tables, order] = await Promise.all([
      checking('what changes in the tables', () => changesOfTables(args, stacks, templates, clients)),
      unread.length === 0
        ? changesOfExports(stacks, toDeploy, clients)
        : { first: [], problems: [unknownChanges(unread)] },
    ]);
    return { first: order.first, found: [...tables, ...order.problems] };
  };
}

/** What can't be known if stacks could not be read. */
const unknownChanges = (unread: readonly string[]): Finding =>
  note(
    `Could not check what changes in tables, indexes and exports, because ${unread.join(' and ')} could not be read.`,
    'The deployment continues without it.',
  );

async function changesOfExports(
  stacks: readonly DeployedStack[],
  templates: readonly StackTemplate[],
  clients: AwsClients,
): Promise<ExportOrder> {
  const { first, problems } = await orderOf(stacks, templates, clients);
  return { first, problems: [...missingExports(stacks, templates), ...problems] };
}

async function orderOf(
  stacks: readonly DeployedStack[],
  templates: readonly StackTemplate[],
  { cloudFormation }: AwsClients,
): Promise<ExportOrder> {
  try {
    return await exportOrder(stacks, templates, (name) => importersOf(cloudFormation, name));
  } catch (error) {
    return { first: [], problems: [notChecked('whether stacks import values that are dropped', error)] };
  }
}

async function changesOfTables(
  { config, keepData }: StageArguments,
  stacks: readonly DeployedStack[],
  templates: readonly StackTemplate[],
  { cloudFormation, dynamodb }: AwsClients,
): Promise<readonly Finding[]> {
  const [data, service] = [stackName(config, 'data'), stackName(config, 'service')];
  const next = (name: string) => templates.find((template) => template.name === name)?.template;
  const [dataNow, serviceNow] = await Promise.all([
    deployedTemplate(cloudFormation, data),
    deployedTemplate(cloudFormation, service),
  ]);
  const before = { data: dataNow, service: serviceNow };
  const after = { data: next(data), service: next(service) };
  const deployedData = stacks.find(({ name }) => name === data);
  const changes = [
    ...(keepData ? missingIndexes(before, after) : tableChanges(before, after)),
    ...keyChanges(before, after),
  ];
  return [...changes, ...(await checkIndexStates(dynamodb, deployedData, before, after))];
}
