/** What has changed between two states of a network's attribute, as the audit trail says it: `features.webhooks`, for example. */
import type { AuditChange } from '../../contract/audit.ts';

type Value = string | number | Readonly<Record<string, boolean | number>> | undefined;

/** The parts of an attribute that differ between two states; undefined stands for no value. */
export function differencesOf(attribute: string, before: Value, after: Value): AuditChange[] {
  const [old, current] = [partsOf(attribute, before), partsOf(attribute, after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field), current.get(field)];
    if (from === to) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

function partsOf(attribute: string, value: Value): ReadonlyMap<string, string> {
  if (typeof value !== 'object') return new Map(value === undefined ? [] : [[attribute, `${value}`]]);
  return new Map(Object.entries(value).map(([name, part]) => [`${attribute}.${name}`, `${part}`]));
}
