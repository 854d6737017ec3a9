/** Deploys the stacks of a stage: looks at the account first, then runs `cdk deploy`. */
import { type StageName, stages } from '../lib/config.ts';
import { checkAccount } from './preflight/account.ts';
import type { AwsClients } from './preflight/aws.ts';
import { checking, type Finding, findingsText, notChecked } from './preflight/finding.ts';
import { type DeployedStack, deployedTemplate, importersOf, stackNames } from './preflight/stacks.ts';
import { keyChanges, tableChanges } from './preflight/table-changes.ts';
import { checkIndexStates, missingExports, missingIndexes } from './preflight/used-data.ts';
import { type ExportOrder, exportOrder, roomLeft, type StackTemplate } from './stack-templates.ts';
import { contextOf, type StageArguments } from './stage-arguments.ts';

/** What a deployment works with. */
export interface DeploymentTools {
  readonly clients: AwsClients;
  /** Synthesizes a stage. Rejects if that fails; `cdk deploy` then fails in the same way and says why. */
  readonly synthesize: (stage: StageName) => Promise<readonly StackTemplate[]>;
  /** Runs `cdk` in the terminal and returns its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  /** Prints a message for people. */
  readonly print: (text: string) => void;
}

/**
 * Deploys, and returns the exit code: that of `cdk`, or 1 for a problem that was found before. Then nothing was
 * changed. A stack that has to drop an import comes first, alone (docs/adr/0009-strong-exports.md).
 */
export async function deployStage(args: StageArguments, tools: DeploymentTools): Promise<number> {
  const { stage, keepData, passedOn } = args;
  const { clients, cdk, print } = tools;
  const { target, findings, stacks } = await checkAccount(clients, stages[stage]);
  if (target !== undefined) {
    print(`Deploying ${stage} to ${target.region} of account ${target.account ?? '(unknown)'}.`);
  }
  const { first, found } = hasProblem(findings)
    ? { first: [], found: [] }
    : await compareWithDeployed(args, stacks, tools);
  const all = [...findings, ...found];
  if (all.length > 0) print(findingsText(all));
  if (hasProblem(all)) {
    print(`Nothing was deployed. ${keepData ? '' : wayOut(args, found)}`.trimEnd());
    return 1;
  }
  for (const name of first) {
    print(`${name} first, alone: it drops imports that the other stacks do without from now on.`);
    const code = await cdk(['deploy', name, '--exclusively', ...contextOf(stage), ...passedOn]);
    if (code !== 0) return code;
  }
  return await cdk(args.cdk);
}

/** Returns what to type, where the account, the tables or the exports are the problem. */
function wayOut({ stage }: StageArguments, found: readonly Finding[]): string {
  return hasProblem(found)
    ? `To roll back to the functions of this commit, and leave tables as they are: npm run deploy -- --env ${stage} --keep-data`
    : `To deploy without these checks: npx cdk deploy --all -c env=${stage}`;
}

/** Synthesizes only if a stack with exports is deployed, as that of the tables: it takes ten seconds. */
async function compareWithDeployed(
  args: StageArguments,
  stacks: readonly DeployedStack[],
  { clients, print, synthesize }: DeploymentTools,
): Promise<{ readonly first: readonly string[]; readonly found: readonly Finding[] }> {
  if (stacks.every((stack) => stack.exports.length === 0)) return { first: [], found: [] };
  try {
    const templates = await synthesize(args.stage);
    print(roomLeft(templates));
    const [data] = stackNames(args.stage);
    const toDeploy = args.keepData ? templates.filter(({ name }) => name !== data) : templates;
    const [tables, order] = await Promise.all([
      checking('what changes in the tables', () => changesOfTables(args, stacks, templates, clients)),
      orderOf(stacks, toDeploy, clients),
    ]);
    return { first: order.first, found: [...tables, ...missingExports(stacks, toDeploy), ...order.problems] };
  } catch (error) {
    return { first: [], found: [notChecked('what changes', error)] };
  }
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
  { stage, keepData }: StageArguments,
  stacks: readonly DeployedStack[],
  templates: readonly StackTemplate[],
  { cloudFormation, dynamodb }: AwsClients,
): Promise<readonly Finding[]> {
  const [data = '', service = ''] = stackNames(stage);
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

const hasProblem = (findings: readonly Finding[]): boolean => findings.some(({ kind }) => kind === 'problem');
