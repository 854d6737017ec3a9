/**
 * `npm run proof:clients`: clients in Java, Python, Ruby and PHP, generated from the OpenAPI document, compile and call a local
 * cloud.
 *
 * It needs a JDK, Python 3, Ruby and PHP with what the clients import (Debian: python3-urllib3 python3-dateutil python3-six
 * python3-certifi ruby-typhoeus php-cli php-curl php-mbstring php-guzzlehttp-guzzle). The generator comes from npm, with its
 * jar. The official package has had no jar since version 5.0.0-beta2, which reads OpenAPI 3.0, so it gets the document of that
 * version; this version writes Go without the types of bodies. The exit code is 1 where a client fails.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { temporaryCloud, temporaryFolder } from '../../../bench/harness/temporary-cloud.ts';
import { UserId } from '../../../contract/ids.ts';
import { openApi30 } from '../../../contract/openapi-3-0.ts';

/** The generator's jar, the OpenAPI 3.0 document, and the folder of the generated client. */
export interface Tools {
  readonly jar: string;
  readonly document: string;
  readonly folder: string;
}

type Command = readonly [program: string, words: readonly string[]];

/** How a client of a language is generated, compiled and run. */
export interface ClientLanguage {
  /** Arguments of the generator. */
  readonly generate: readonly string[];
  readonly compile: (tools: Tools) => Command;
  /** Runs the program beside this file, which blocks `grace` and prints who is blocked. `words` are the API's URL and a token. */
  readonly call: (tools: Tools, words: readonly string[]) => Command;
}

const here = import.meta.dirname;

/** Unions of a text and something else, for which this version of the generator makes classes without a value. */
const unions = ['BlockUserId', 'PaginationToken', 'Recovering'];
const mapped = (type: string): string => unions.map((union) => `${union}=${type}`).join(',');

/** The files of a generated client. */
const filesOf = (folder: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: folder }).map((file) => join(folder, file));

/** Runs a checker that reads one file a call on each file. */
const each = (checker: string, files: readonly string[]): Command => [
  'sh',
  ['-c', `for file; do ${checker} "$file" || exit 1; done`, 'sh', ...files],
];

export const languages: Readonly<Record<string, ClientLanguage>> = {
  java: {
    generate: [
      ...['-g', 'java', '--library', 'native'],
      ...[`--type-mappings=${mapped('Object')}`, `--import-mappings=${mapped('java.lang.Object')}`],
      '--additional-properties=invokerPackage=client,apiPackage=client.api,modelPackage=client.model,openApiNullable=false',
    ],
    // The jar has the libraries that the client needs. Java has dropped the annotation.
    compile: ({ jar, folder }) => {
      const sources = filesOf(folder, 'src/main/**/*.java');
      const own = [join(here, 'Generated.java'), join(here, 'Calls.java')];
      return ['javac', ['-nowarn', '-d', join(folder, 'classes'), '-cp', jar, ...sources, ...own]];
    },
    call: ({ jar, folder }, words) => ['java', ['-cp', `${join(folder, 'classes')}:${jar}`, 'Calls', ...words]],
  },
  python: {
    generate: ['-g', 'python', '--additional-properties=packageName=client'],
    compile: ({ folder }) => ['python3', ['-m', 'compileall', '-q', join(folder, 'client')]],
    call: ({ folder }, words) => ['python3', [join(here, 'calls.py'), folder, ...words]],
  },
  ruby: {
    generate: ['-g', 'ruby', `--type-mappings=${mapped('Object')}`, '--additional-properties=gemName=client'],
    compile: ({ folder }) => each('ruby -c', filesOf(folder, 'lib/**/*.rb')),
    call: ({ folder }, words) => ['ruby', [join(here, 'calls.rb'), folder, ...words]],
  },
  php: {
    generate: ['-g', 'php', `--type-mappings=${mapped('mixed')}`, '--additional-properties=invokerPackage=Client'],
    compile: ({ folder }) => each('php -l', filesOf(folder, 'lib/**/*.php')),
    call: ({ folder }, words) => [
      'php',
      ['-d', 'error_reporting=E_ALL & ~E_DEPRECATED', join(here, 'calls.php'), folder, ...words],
    ],
  },
};

const GENERATOR = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2';
const DOCUMENT = join(import.meta.dirname, '../../../lambdas/api/openapi.generated.json');
const TOKEN_SECONDS = 900;

/** What each client's program prints after it has blocked a user and listed the blocks. */
const EXPECTED = 'blocked: grace';

await using temporary = await temporaryFolder();
const { path: folder } = temporary;
const modules = join(folder, 'node_modules');
execFileSync('npm', ['install', '--no-save', '--silent', '--prefix', folder, GENERATOR], { stdio: 'inherit' });
const document = join(folder, 'openapi-3.0.json');
writeFileSync(document, JSON.stringify(openApi30(JSON.parse(readFileSync(DOCUMENT, 'utf8')))));
const jar = join(modules, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
await using cloud = await temporaryCloud({ quick: false });
const networkId = await cloud.addNetwork('clients');
for (const [name, language] of Object.entries(languages)) {
  const userId = v.parse(UserId, `${name}-user`);
  const caller = { networkId, userId, role: 'user', lifetimeSeconds: TOKEN_SECONDS } as const;
  const token = await mintToken(cloud.connection, caller);
  const printed = callWith(language, { jar, document, folder: join(folder, name) }, [cloud.url, token]);
  const works = printed === EXPECTED;
  console.log(`${name}: ${works ? 'compiles and calls' : 'fails'}, and prints “${printed}”`);
  if (!works) process.exitCode = 1;
}

/** Generates the client, compiles it and runs its program, whose output it returns. */
function callWith({ generate, compile, call }: ClientLanguage, tools: Tools, words: readonly string[]): string {
  run('java', ['-jar', tools.jar, 'generate', '-i', tools.document, '-o', tools.folder, ...generate]);
  run(...compile(tools));
  return run(...call(tools, words)).trim();
}

/** Runs a program and returns its output; its errors are shown only if it fails. */
function run(program: string, words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
