/**
 * The cloud assembly that `cdk synth` writes: its stacks in the order of deployment, and where their assets lie.
 *
 * Read from the same files that `cdk deploy` reads (manifest.json, *.template.json, *.assets.json).
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Json } from './json.ts';
import { messageOf, StartProblem } from './problem.ts';

const AnyJson = v.custom<Json>((value) => value !== undefined);

const TemplateResource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), AnyJson), {}),
  Condition: v.optional(v.string()),
  Metadata: v.optional(v.looseObject({ 'aws:cdk:path': v.optional(v.string()) }), {}),
});
export type TemplateResource = v.InferOutput<typeof TemplateResource>;

const Template = v.object({
  Resources: v.optional(v.record(v.string(), TemplateResource), {}),
  Parameters: v.optional(v.record(v.string(), v.looseObject({ Type: v.string(), Default: v.optional(AnyJson) })), {}),
  Conditions: v.optional(v.record(v.string(), AnyJson), {}),
  Mappings: v.optional(v.record(v.string(), v.record(v.string(), v.record(v.string(), AnyJson))), {}),
  Outputs: v.optional(
    v.record(
      v.string(),
      v.object({
        Value: AnyJson,
        Condition: v.optional(v.string()),
        Export: v.optional(v.object({ Name: AnyJson })),
      }),
    ),
    {},
  ),
});
export type Template = v.InferOutput<typeof Template>;

/** One stack of the assembly. */
export interface AssemblyStack {
  readonly name: string;
  readonly template: Template;
}

/** The whole assembly. */
export interface Assembly {
  /** A stack comes after those that it depends on. */
  readonly stacks: readonly AssemblyStack[];
  /** The absolute folder or file of the asset with this hash (the name of its object in the bootstrap bucket). */
  assetPath(hash: string): string | undefined;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      dependencies: v.optional(v.array(v.string()), []),
      displayName: v.optional(v.string()),
      properties: v.optional(
        v.looseObject({
          templateFile: v.optional(v.string()),
          stackName: v.optional(v.string()),
          file: v.optional(v.string()),
        }),
        {},
      ),
    }),
  ),
});
type Artifacts = v.InferOutput<typeof Manifest>['artifacts'];

const AssetManifest = v.object({
  files: v.optional(v.record(v.string(), v.object({ source: v.looseObject({ path: v.optional(v.string()) }) })), {}),
});

/** Reads the assembly in `folder`. Throws a `StartProblem` that names the file that is missing or malformed. */
export function readAssembly(folder: string): Assembly {
  const { artifacts } = readJson(join(folder, 'manifest.json'), Manifest);
  const stacks: AssemblyStack[] = [];
  const assets = new Map<string, string>();
  for (const [id, artifact] of inDependencyOrder(artifacts)) {
    const { templateFile, stackName, file } = artifact.properties;
    if (artifact.type === 'aws:cloudformation:stack' && templateFile !== undefined) {
      stacks.push({ name: stackName ?? id, template: readJson(join(folder, templateFile), Template) });
    }
    if (artifact.type === 'cdk:asset-manifest' && file !== undefined) {
      for (const [hash, { source }] of Object.entries(readJson(join(folder, file), AssetManifest).files)) {
        if (source.path !== undefined) assets.set(hash, resolve(folder, source.path));
      }
    }
  }
  return { stacks, assetPath: (hash) => assets.get(hash) };
}

function inDependencyOrder(artifacts: Artifacts): readonly [string, Artifacts[string]][] {
  const ordered = new Map<string, Artifacts[string]>();
  const visit = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact === undefined || ordered.has(id)) return;
    for (const dependency of artifact.dependencies) visit(dependency);
    ordered.set(id, artifact);
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return [...ordered];
}

function readJson<TSchema extends v.GenericSchema<unknown, unknown>>(
  file: string,
  schema: TSchema,
): v.InferOutput<TSchema> {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartProblem(`The synthesized app can't be read: ${file}: ${messageOf(error)}`);
  }
}
