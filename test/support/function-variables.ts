/** What functions have in their environment, for those that a test runs in its own process. */
import { cloud, emulatorVariables } from '../../testing/service.ts';

/** Sets the variables of every table and queue of the shared local cloud, and these. */
export function setFunctionVariables(others: Readonly<Record<string, string | undefined>> = {}): void {
  const snake = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const named = Object.entries(cloud().outputs).flatMap(([name, value]) =>
    /(TableName|QueueUrl)$/.test(name) ? [[snake(name.replace(/TableName$/, 'Table')), value]] : [],
  );
  Object.assign(process.env, { ...emulatorVariables(), ...Object.fromEntries(named), ...others });
}
