/**
 * Makes the relative links of pages, which GitHub resolves in the repository, work on the site.
 *
 * A folder's README is its index page. Any other file, such as a receiver to copy, is there as plain text.
 */
import { cpSync, existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer, SiteConfig } from 'vitepress';

const root = join(import.meta.dirname, '../../..');
const pages = join(root, 'docs');

/** The folder of the site with files of the repository. */
const SOURCES = 'source';

/** What is beside the pages and not on the site. */
const CODE = /^docs\/(\.vitepress|test)\//;

/** The files, other than pages, that pages have linked to so far, relative to the repository. */
const linkedFiles = new Set<string>();

/** Copies the files that pages link to into the site. */
export function copyLinkedFiles({ outDir }: SiteConfig): void {
  for (const file of linkedFiles) cpSync(join(root, file), join(outDir, sourceOnSite(file)));
}

/** Where a file of the repository is on the site. The package leaves out names that begin with a dot. */
const sourceOnSite = (file: string): string => `${SOURCES}/${file.replaceAll(/(?<=^|\/)\./g, 'dot-')}.txt`;

/** The file of the repository that has a copy at this path in the site's folder of such files. */
export const sourceOfCopy = (copy: string): string =>
  copy.slice(0, -'.txt'.length).replaceAll(/(?<=^|[\\/])dot-/g, '.');

export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page: unknown = env.realPath ?? env.path;
    if (typeof page !== 'string') throw new Error('VitePress does not name the page that it renders.');
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href !== null) token.attrSet('href', onSite(page, href));
      }
    }
  });
}

/** What a link of the file `page` is on the site. Throws if it leads to no file. */
export function onSite(page: string, href: string): string {
  const [path = '', anchor] = href.split('#');
  if (path === '' || /^[a-z]+:/.test(path)) return href;
  const file = join(dirname(page), path);
  const target = relative(root, existsSync(file) && statSync(file).isDirectory() ? join(file, 'README.md') : file);
  if (!existsSync(join(root, target)))
    throw new Error(`${relative(root, page)} links to ${href}, which is no file and no folder with a README.`);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (target.startsWith('docs/') && !CODE.test(target))
    return `/${relative(pages, join(root, target)).replace(/README\.md$/, 'index.md')}${hash}`;
  linkedFiles.add(target);
  return `/${sourceOnSite(target)}`;
}

/** The anchor that GitHub gives a heading, so that a link works there and on the site. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
