/** Finds citations of the specification, of decisions and of other pages whose target does not exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A page of the specification or a decision, by its path from the project's folder, with or without a heading. */
const CITATION = /\bdocs\/(?:spec|adr)\/[\w-]+(?:\.[\w-]+)*(?:#[\p{L}\p{N}_-]*)?/gu;
const MARKDOWN_LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
/** A source without `docs/spec/`, or a number instead of a heading. A comment's line may end in between. */
const BARE_SOURCE =
  /\b(?:service|events|decisions|interface)\.md\b|\bdecisions?(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/\/|#)?[ \t]*)\d+\w*/gi;

/** The citations and, in Markdown, the links whose file or heading is missing, each as `path:line: citation`. */
export function brokenCitations(path: string, text: string): readonly string[] {
  const citations = [...text.matchAll(CITATION)].map((match) => ({
    match,
    cited: match[0],
    leads: leads('', match[0]),
  }));
  const links = [...linksOf(path, text)]
    .map((match) => ({ match, cited: match[1] ?? '' }))
    .filter(({ cited }) => !/^https?:/.test(cited))
    .map(({ match, cited }) => ({ match, cited, leads: leads(path, cited) }));
  return [...citations, ...links]
    .filter((citation) => !citation.leads)
    .map(({ match, cited }) => located(path, text, match.index, cited));
}

/** The mentions of a source that name no page and heading of `docs/spec/`, each as `path:line: mention`. */
export function bareCitations(path: string, text: string): readonly string[] {
  const blank = (cited: string): string => cited.replaceAll(/[^\n]/g, ' ');
  const withoutLinks = path.endsWith('.md') ? text.replaceAll(MARKDOWN_LINK, blank) : text;
  return [...withoutLinks.replaceAll(CITATION, blank).matchAll(BARE_SOURCE)].map((match) =>
    located(path, text, match.index, match[0].replaceAll(/[\s*/#]+/g, ' ')),
  );
}

const linksOf = (path: string, text: string): Iterable<RegExpExecArray> =>
  path.endsWith('.md') ? text.matchAll(MARKDOWN_LINK) : [];

const located = (path: string, text: string, index: number, cited: string): string =>
  `${path}:${text.slice(0, index).split('\n').length}: ${cited}`;

/** Whether a citation in the file `from` leads to a file and, where it names one, to a heading. */
function leads(from: string, cited: string): boolean {
  const [file = '', anchor] = cited.split('#');
  const target = file === '' ? from : join(dirname(from), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** The anchors that GitHub makes of headings. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
