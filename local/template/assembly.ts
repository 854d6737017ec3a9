/**
 * Synthesizes the app, and reads the cloud assembly: its stacks in the order of deployment, and the paths of their
 * assets.
 *
 * The files are the ones that `cdk deploy` reads (manifest.json, *.template.json, *.assets.json).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { HostedApp } from '../hosted-app.ts';
import { AnyJson } from './json.ts';
import { messageOf, StartProblem } from './problem.ts';

const TemplateResource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), AnyJson), {}),
  Metadata: v.optional(v.looseObject({ 'aws:cdk:path': v.optional(v.string()) }), {}),
});
export type TemplateResource = v.InferOutput<typeof TemplateResource>;

/** Strict: ignoring a section such as `Conditions` would host something else than what is deployed. */
const Template = v.strictObject({
  Description: v.optional(v.string()),
  Resources: v.optional(v.record(v.string(), TemplateResource), {}),
  Outputs: v.optional(
    v.record(v.string(), v.object({ Value: AnyJson, Export: v.optional(v.object({ Name: v.string() })) })),
    {},
  ),
  /** `Parameters` and `Rules` check the version of the bootstrap stack, which has no local meaning. */
  Parameters: v.optional(AnyJson),
  Rules: v.optional(AnyJson),
});
type Template = v.InferOutput<typeof Template>;

/** One stack of the assembly. */
export interface AssemblyStack {
  /** Its name in CloudFormation. */
  readonly name: string;
  /** The path of its construct. */
  readonly path: string;
  readonly template: Pick<Template, 'Resources' | 'Outputs'>;
}

/** The whole assembly. */
export interface Assembly {
  /** A stack comes after the stacks that it depends on. */
  readonly stacks: readonly AssemblyStack[];
  /** The absolute path of the asset with this hash (the name of its object in the bootstrap bucket). */
  assetPath(hash: string): string | undefined;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      dependencies: v.optional(v.array(v.string()), []),
      /** Its construct's path, where the artifact's name is another one. */
      displayName: v.optional(v.string()),
      properties: v.optional(
        v.looseObject({
          templateFile: v.optional(v.string()),
          /** Where it is not the artifact's name. */
          stackName: v.optional(v.string()),
          file: v.optional(v.string()),
          directoryName: v.optional(v.string()),
        }),
        {},
      ),
    }),
  ),
});
type Artifacts = v.InferOutput<typeof Manifest>['artifacts'];

const AssetManifest = v.object({
  files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })),
});

/**
 * Reads the assembly in `folder`, with those in it, of CDK stages; of its stacks those of the given names. Throws a
 * `StartProblem` that names what is missing or malformed.
 */
export function readAssembly(folder: string, names?: readonly string[]): Assembly {
  const stacks: AssemblyStack[] = [];
  const assets = new Map<string, string>();
  read(folder);
  if (names && stacks.length === 0)
    throw new StartProblem(`The app has none of the stacks that are to be hosted: ${names.join(', ')}.`);
  return { stacks, assetPath: (hash) => assets.get(hash) };

  function read(part: string): void {
    const { artifacts } = readJson(join(part, 'manifest.json'), Manifest);
    for (const [id, { type, displayName = id, properties }] of inDependencyOrder(artifacts)) {
      const { templateFile, file, directoryName, stackName: name = id } = properties;
      if (type === 'cdk:cloud-assembly' && directoryName !== undefined) read(join(part, directoryName));
      if (type === 'aws:cloudformation:stack' && templateFile !== undefined && (names?.includes(name) ?? true)) {
        stacks.push({ name, path: displayName, template: readJson(join(part, templateFile), Template) });
      }
      if (type === 'cdk:asset-manifest' && file !== undefined) {
        const { files } = readJson(join(part, file), AssetManifest);
        for (const [hash, { source }] of Object.entries(files)) assets.set(hash, resolve(part, source.path));
      }
    }
  }
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

/** Writes the app's assembly into the folder `output`. Throws a `StartProblem` with what the app wrote to stderr. */
export async function synthesize(
  { folder, script, context = {}, lastAssembly }: Pick<HostedApp, 'folder' | 'script' | 'context' | 'lastAssembly'>,
  output: string,
  signal: AbortSignal,
): Promise<void> {
  if (await lastAssembly?.restore(output)) return;
  const beganAt = Date.now();
  const [file, ...args] =
    typeof script === 'string'
      ? [process.execPath, '--disable-warning=ExperimentalWarning', script]
      : ['/bin/sh', '-c', script.command];
  const child = spawn(file, args, {
    cwd: folder,
    env: {
      ...process.env,
      // A command that names `node` means this one.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:enable-path-metadata': true, ...context }),
      // CloudFormation's rules are for what gets deployed. Here they would cost seconds.
      CDK_VALIDATION: 'false',
      JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  // Without it the next start takes longer, and nothing else.
  if (child.exitCode === 0) return void lastAssembly?.keep(output, beganAt).catch(() => undefined);
  const name = typeof script === 'string' ? script : script.command;
  throw new StartProblem(`The CDK app (${name}) can't be synthesized:\n${stderr.trim()}`);
}
