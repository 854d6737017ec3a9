/** How a client of each language is generated, compiled and run. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The generator's jar, the OpenAPI 3.0 document, and the folder of the generated client. */
export interface Tools {
  readonly jar: string;
  readonly document: string;
  readonly folder: string;
}

type Command = readonly [program: string, words: readonly string[]];

export interface ClientLanguage {
  /** Arguments of the generator. */
  readonly generate: readonly string[];
  readonly compile: (tools: Tools) => Command;
  /** Runs the program beside this file, which blocks `grace` and prints who is blocked. `words` are the API's URL and a token. */
  readonly call: (tools: Tools, words: readonly string[]) => Command;
}

const here = import.meta.dirname;

/** Unions of a text and something else, for which this version of the generator makes Java classes without a value. */
const unions = ['BlockUserId', 'PaginationToken', 'Recovering'];
const mapped = (type: string): string => unions.map((union) => `${union}=${type}`).join(',');

export const languages: Readonly<Record<string, ClientLanguage>> = {
  java: {
    generate: [
      ...['-g', 'java', '--library', 'native'],
      ...[`--type-mappings=${mapped('Object')}`, `--import-mappings=${mapped('java.lang.Object')}`],
      '--additional-properties=invokerPackage=client,apiPackage=client.api,modelPackage=client.model,openApiNullable=false',
    ],
    // The jar has the libraries that the client needs. Java has dropped the annotation.
    compile: ({ jar, folder }) => {
      const sources = globSync('src/main/**/*.java', { cwd: folder }).map((file) => join(folder, file));
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
};
