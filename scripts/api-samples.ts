/** Samples of a call in curl, JavaScript and Python, made of the operation's example. Each can be pasted as it is. */
import type { Example } from '../contract/documentation.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { documentationOf } from '../contract/routes.ts';
import { javaScriptText, jsonText, pythonText, shellText } from './sample-text.ts';
import { signedCurl, signedJavaScript, signedPython } from './signed-samples.ts';

/** Where the local cloud listens. */
export const SAMPLE_API = 'http://127.0.0.1:3000';

/** The samples of a route by their language. */
export function samplesOf(route: RouteDefinition): Readonly<Record<'sh' | 'js' | 'python', string>> {
  const { example } = documentationOf(route);
  if (route.role === 'receiver' && route.alsoFor === undefined) {
    const call = { url: urlOf(route, example), body: example.body };
    return { sh: signedCurl(call), js: signedJavaScript(call), python: signedPython(call) };
  }
  return { sh: curl(route, example), js: javaScript(route, example), python: python(route, example) };
}

/** The command that prints a token which may call the route; undefined for a route without one. */
function tokenCommand(route: RouteDefinition): string | undefined {
  const role = route.role === 'receiver' ? route.alsoFor?.[0] : route.role;
  if (role === undefined || role === 'anyone') return undefined;
  const user = role === 'server' ? 'backend' : 'ada';
  return `TOKEN=$(npm run -s ctl -- token --network demo --user ${user} --role ${role})`;
}

function curl(route: RouteDefinition, example: Example): string {
  const { query = {}, body } = example;
  const { method } = route;
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, `${one}`])),
  );
  const url = `'${urlOf(route, example)}${search.size > 0 ? `?${search}` : ''}'`;
  const command = tokenCommand(route);
  const words = [
    `curl ${method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `}${url}`,
    ...(command === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellText(jsonText(body))}`]),
  ];
  return [...(command === undefined ? [] : [command]), words.join(' \\\n  ')].join('\n');
}

function javaScript(route: RouteDefinition, { response: _, ...request }: Example): string {
  const command = tokenCommand(route);
  const options = [`baseUrl: '${SAMPLE_API}'`, ...(command === undefined ? [] : ['token: process.env.TOKEN'])];
  const words = Object.keys(request).length === 0 ? '' : javaScriptText(request);
  return [
    "import { createClient } from '@social-platform-services/client';",
    '',
    ...(command === undefined ? [] : [`// export ${command}`]),
    `const client = createClient({ ${options.join(', ')} });`,
    `const response = await client.${route.operationId}(${words});`,
  ].join('\n');
}

function python(route: RouteDefinition, example: Example): string {
  const { query, body } = example;
  const command = tokenCommand(route);
  const words = [
    `'${urlOf(route, example)}'`,
    ...(command === undefined ? [] : [`headers={'Authorization': f"Bearer {os.environ['TOKEN']}"}`]),
    ...(query === undefined ? [] : [`params=${pythonText(query)}`]),
    ...(body === undefined ? [] : [`json=${pythonText(body)}`]),
    'timeout=10',
  ];
  return [
    ...(command === undefined ? [] : ['import os', '']),
    'import requests',
    '',
    ...(command === undefined ? [] : [`# export ${command}`]),
    `response = requests.${route.method.toLowerCase()}(\n    ${words.join(',\n    ')},\n)`,
  ].join('\n');
}

const urlOf = ({ path }: RouteDefinition, { parameters = {} }: Example): string =>
  SAMPLE_API + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

/** The path of a group's page in `docs/`, without `.md`. */
export const apiPage = (group: string): string => `api/${group.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

/** A block of code. */
export const fence = (language: string, text: string): string[] => [`\`\`\`${language}`, text, '```', ''];
