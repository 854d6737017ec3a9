/** JSON in the languages of samples, as people write it. */

/** A text as one word of a shell. */
export const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const LINE = 80;

/** JSON as people write it: what is short stays on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1)
    .replaceAll(/(?<=\[)\n\s*|\n\s*(?=\])/g, '')
    .replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${Array.isArray(value) ? '' : `"${name}": `}${jsonText(member, inner)}`,
  );
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** JSON as JavaScript: names need no quotes. */
export const javaScriptText = (value: unknown): string => jsonText(value).replaceAll(/"([A-Za-z]\w*)":/g, '$1:');

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
/** JSON as Python: texts, numbers and brackets are the same. */
export const pythonText = (value: unknown): string =>
  jsonText(value)
    .replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => pythonWords[token] ?? token)
    .replaceAll('\n', '\n    ');
