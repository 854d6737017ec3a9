/** The stacks of a synthesized stage: what each exports to the others and imports from them, and which come first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Finding, problem } from '../preflight/finding.ts';
import { type DeployedStack, deletionOf } from '../preflight/stacks.ts';

/** One stack of the app. */
export interface StackTemplate {
  readonly name: string;
  /** Names of the values that other stacks can import. */
  readonly exports: readonly string[];
  /** Names of the values that it imports. */
  readonly imports: readonly string[];
  /** The whole template. */
  readonly template: unknown;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.looseObject({
      type: v.string(),
      properties: v.optional(
        v.looseObject({ templateFile: v.optional(v.string()), stackName: v.optional(v.string()) }),
      ),
    }),
  ),
});
const Template = v.looseObject({
  Resources: v.optional(v.record(v.string(), v.unknown()), {}),
  Outputs: v.optional(
    v.record(v.string(), v.looseObject({ Export: v.optional(v.looseObject({ Name: v.string() })) })),
    {},
  ),
});
const Import = v.looseObject({ 'Fn::ImportValue': v.string() });

/** Reads the stacks from a folder that `cdk synth` wrote, in no order. Throws if it did not. */
export function readTemplates(folder: string): readonly StackTemplate[] {
  const { artifacts } = v.parse(Manifest, readJson(join(folder, 'manifest.json')));
  return Object.entries(artifacts).flatMap(([name, { type, properties }]) => {
    if (type !== 'aws:cloudformation:stack' || properties?.templateFile === undefined) return [];
    const json = readJson(join(folder, properties.templateFile));
    const outputs = Object.values(v.parse(Template, json).Outputs);
    return [
      {
        name: properties.stackName ?? name,
        exports: outputs.flatMap((output) => output.Export?.Name ?? []),
        imports: importsIn(json),
        template: json,
      },
    ];
  });
}

/** The limit: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const MOST_RESOURCES = 500;

/** Returns a sentence about the stack with the most resources. */
export function roomLeft(templates: readonly StackTemplate[]): string {
  const counted = templates.map(({ name, template }) => ({
    name,
    count: Object.keys(v.parse(Template, template).Resources).length,
  }));
  const fullest = counted.reduce((most, one) => (one.count > most.count ? one : most), { name: 'No stack', count: 0 });
  return `${fullest.name} has ${fullest.count} resources; CloudFormation takes ${MOST_RESOURCES} in a stack.`;
}

function importsIn(json: unknown): readonly string[] {
  const found = new Set<string>();
  visit(json);
  return [...found];

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (v.is(Import, value)) found.add(value['Fn::ImportValue']);
    for (const part of Object.values(value)) visit(part);
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** What to deploy first, one stack after the other; or why the deployment can't work. Both are empty as a rule. */
export interface ExportOrder {
  readonly first: readonly string[];
  readonly problems: readonly Finding[];
}

/** Returns the names of the stacks that import an export now. */
export type ImportersOf = (exportName: string) => Promise<readonly string[]>;

/**
 * Which stacks have to be deployed alone, before all the others, so that exports can be dropped. CloudFormation refuses
 * to remove an export while another stack imports it
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html), and `cdk deploy --all`
 * updates the exporting stack first. So the importing stacks, whose new templates do without the value, come first
 * (docs/adr/0009-strong-exports.md).
 *
 * `deployed` is in the order of deployment. Rejects with what `importersOf` rejects with.
 */
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
  const isOfStage = (name: string) => deployed.some((stack) => stack.name === name);
  const gone = [...importers].filter((name) => isOfStage(name) && template(name) === undefined);
  const foreign = [...importers].filter((name) => !isOfStage(name));
  const isProtected = (name: string) => deployed.some((stack) => stack.name === name && stack.isProtected);
  const first = deployed.map(({ name }) => name).filter((name) => importers.has(name) && !gone.includes(name));

  const available = deployed.flatMap(({ exports }) => exports);
  const tooEarly = first.filter((name) => template(name)?.imports.some((imported) => !available.includes(imported)));
  return {
    // The last one imports from those before, never the other way round.
    first: first.reverse(),
    problems: [
      ...gone.map((name) => stillImporting(name, isProtected(name))),
      ...foreign.map(usesDropped),
      ...tooEarly.map(twoChanges),
    ],
  };
}

const stillImporting = (name: string, isProtected: boolean): Finding =>
  problem(
    `The stack ${name} is not part of the stage any more, and still imports values that the stage no longer has.`,
    `Delete it first: ${deletionOf(name, isProtected)} && aws cloudformation wait stack-delete-complete --stack-name ${name}`,
  );

const usesDropped = (name: string): Finding =>
  problem(
    `The stack ${name}, which is not of the stage, imports values that the stage is about to drop.`,
    `Deploy ${name} without them first.`,
  );

const twoChanges = (name: string): Finding =>
  problem(
    `The stack ${name} has to stop importing some values before they can be removed, and begins to import others that are not there yet.`,
    'Make these changes in two deployments: first add what is new, then remove what is old.',
  );
