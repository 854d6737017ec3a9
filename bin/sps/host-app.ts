/** The CDK app of the folder that `sps` was called in. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const CdkJson = v.pipe(v.string(), v.parseJson(), v.looseObject({ app: v.optional(v.string()) }));

/** The command of `cdk.json` that synthesizes the app; undefined if the folder has none. Throws if it can't be read. */
export function appCommand(folder: string): string | undefined {
  const file = join(folder, 'cdk.json');
  if (!existsSync(file)) return undefined;
  const parsed = v.safeParse(CdkJson, readFileSync(file, 'utf8'));
  if (parsed.success) return parsed.output.app;
  throw new Error(`${file} is not JSON as cdk has it: ${parsed.issues.map(({ message }) => message).join('; ')}`);
}
