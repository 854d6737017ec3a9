/** A function's environment variables, read once at start: a missing one fails the deployment and not a request. */
import * as v from 'valibot';
import type { FunctionEnvironmentVariable } from '../../contract/function-environment.ts';
import { longestRetention, Retention } from '../../contract/tables.ts';

/** The value of a variable that the CDK app sets. Throws when it is missing or empty. */
export function required(name: FunctionEnvironmentVariable): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** The value of a variable with JSON. Throws when it is missing or malformed. */
export const requiredJson = <TSchema extends v.GenericSchema>(
  name: FunctionEnvironmentVariable,
  schema: TSchema,
): v.InferOutput<TSchema> => v.parse(schema, JSON.parse(required(name)));

/** The value of a variable that the CDK app may leave out. Undefined when it is missing or empty. */
export const optional = (name: FunctionEnvironmentVariable): string | undefined => process.env[name] || undefined;

const ofEnvironment = v.pipe(v.string(), v.parseJson(), Retention);

/** The stage's periods, from the function's environment; elsewhere, the longest. Throws if they are malformed. */
export function stageRetention(): Retention {
  const text = optional('RETENTION');
  return text === undefined ? longestRetention : v.parse(ofEnvironment, text);
}
