/** Samples of a call in curl, JavaScript and Python, made of the operation's example. */
import type { Example } from '../contract/examples.ts';
import { needsToken, type RouteDefinition } from '../contract/route.ts';

/** The languages of the samples, with what each needs before the first call. */
export const sampleSetup = {
  sh: 'API=http://127.0.0.1:3000\nTOKEN=$(npm run -s ctl -- token --network demo --user ada)',
  js: "import { createClient } from '@social-platform-services/client';\n\nconst client = createClient({ baseUrl: 'http://127.0.0.1:3000', token });",
  python:
    "import os\n\nimport requests\n\nAPI = os.environ['API']\nHEADERS = {'Authorization': f\"Bearer {os.environ['TOKEN']}\"}",
} as const;

/** The samples of a route by their language; none for a route whose callers sign. */
export function samplesOf(route: RouteDefinition, example: Example): Readonly<Record<string, string>> {
  if (route.role === 'receiver') return {};
  return { sh: curl(route, example), js: javaScript(route, example), python: python(route, example) };
}

function curl(route: RouteDefinition, { parameters = {}, query = {}, body }: Example): string {
  const { method } = route;
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, `${one}`])),
  );
  const url = `"$API${pathOf(route, parameters)}${search.size > 0 ? `?${search}` : ''}"`;
  const words = [
    `curl ${method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `}${url}`,
    ...(needsToken(route) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${jsonText(body).replaceAll("'", "'\\''")}'`]),
  ];
  return words.join(' \\\n  ');
}

function javaScript({ operationId }: RouteDefinition, { response: _, ...request }: Example): string {
  const names = /"([A-Za-z]\w*)":/g;
  const words = Object.keys(request).length === 0 ? '' : jsonText(request).replaceAll(names, '$1:');
  return `const answer = await client.${operationId}(${words});`;
}

function python(route: RouteDefinition, { parameters = {}, query, body }: Example): string {
  const words = [
    `f'{API}${pathOf(route, parameters)}'`,
    ...(needsToken(route) ? ['headers=HEADERS'] : []),
    ...(query === undefined ? [] : [`params=${pythonText(query)}`]),
    ...(body === undefined ? [] : [`json=${pythonText(body)}`]),
    'timeout=10',
  ];
  return `response = requests.${route.method.toLowerCase()}(\n    ${words.join(',\n    ')},\n)`;
}

const pathOf = ({ path }: RouteDefinition, parameters: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

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

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
/** JSON as Python: texts, numbers and brackets are the same. */
const pythonText = (value: unknown): string =>
  jsonText(value)
    .replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => pythonWords[token] ?? token)
    .replaceAll('\n', '\n    ');

/** The path of a group's page in `docs/`, without `.md`. */
export const apiPage = (group: string): string => `api/${group.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

/** A block of code. */
export const fence = (language: string, text: string): string[] => [`\`\`\`${language}`, text, '```', ''];
