/** The stacks of a synthesized stage: what each exports to the others and imports from them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

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
      properties: v.optional(v.looseObject({ templateFile: v.optional(v.string()) })),
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
        name,
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
