/** Describes a value of a sample: `list of objects with postId, userId`. */

/** How many member names are listed. */
const MAX_NAMES = 6;

export function describeValue(value: unknown): string {
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    return value.length === 0 ? 'list' : `list of ${pluralOf(first)}`;
  }
  if (typeof value === 'object' && value !== null) return `object with ${namesOf(value)}`;
  return typeOf(value);
}

function pluralOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return `objects with ${namesOf(value)}`;
  return `${typeOf(value)}s`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return Number.isNaN(isoTime(value)) ? 'text' : 'time';
  return typeof value === 'boolean' ? 'true or false' : typeof value;
}

function namesOf(value: object): string {
  const names = Object.keys(value);
  return `${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`;
}

const isoTime = (text: string): number => (/^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN);
