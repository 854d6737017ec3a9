/**
 * Which stacks have to be deployed alone, before all the others, so that exports can be dropped.
 *
 * CloudFormation refuses to remove an export while another stack imports it
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html), and `cdk deploy --all`
 * updates the exporting stack first. So the importing stacks, whose new templates do without the value, come first
 * (docs/adr/0009-strong-exports.md).
 */

import { type Finding, problem } from './preflight/finding.ts';
import type { DeployedStack } from './preflight/stacks.ts';
import type { StackTemplate } from './stack-templates.ts';

/** What to deploy first, one stack after the other; or why the deployment can't work. Both are empty as a rule. */
export interface ExportOrder {
  readonly first: readonly string[];
  readonly problems: readonly Finding[];
}

/** Returns the names of the stacks that import an export now. */
export type ImportersOf = (exportName: string) => Promise<readonly string[]>;

/** `deployed` is in the order of deployment. Rejects with what `importersOf` rejects with. */
export async function exportOrder(
  deployed: readonly DeployedStack[],
  templates: readonly StackTemplate[],
  importersOf: ImportersOf,
): Promise<ExportOrder> {
  const template = (name: string) => templates.find((candidate) => candidate.name === name);
  const dropped = deployed.flatMap(({ name, exports }) => {
    const kept = template(name)?.exports ?? exports;
    return exports.filter((exported) => !kept.includes(exported));
  });
  const importers = new Set((await Promise.all(dropped.map(importersOf))).flat());
  const gone = [...importers].filter((name) => template(name) === undefined);
  const first = deployed.map(({ name }) => name).filter((name) => importers.has(name) && !gone.includes(name));

  const available = deployed.flatMap(({ exports }) => exports);
  const tooEarly = first.filter((name) => template(name)?.imports.some((imported) => !available.includes(imported)));
  return {
    // The last one imports from those before, never the other way round.
    first: first.reverse(),
    problems: [...gone.map(stillImporting), ...tooEarly.map(twoChanges)],
  };
}

const stillImporting = (name: string): Finding =>
  problem(
    `The stack ${name} is not part of the stage any more, and still imports values that the stage no longer has.`,
    `Delete it first: aws cloudformation delete-stack --stack-name ${name} && aws cloudformation wait stack-delete-complete --stack-name ${name}`,
  );

const twoChanges = (name: string): Finding =>
  problem(
    `The stack ${name} has to stop importing some values before they can be removed, and begins to import others that are not there yet.`,
    'Make these changes in two deployments: first add what is new, then remove what is old.',
  );
