/**
 * The pages as Markdown at their own addresses, such as `/docs/guides/errors.md`; `llms.txt`, which lists them in the
 * order of the navigation; and `llms-full.txt`, which has them all (https://llmstxt.org).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme, SiteConfig } from 'vitepress';
import { onSite } from './links.ts';

/** Of tables, whose columns are aligned. */
const PADDING = /(?<= ) +(?=\|)|(?<=---)-+(?= \|)/g;
const LINK = /(?<=\]\()[^()\s]+(?=\))/g;

/** Writes them into the built site. Links become those of the site. Throws if the navigation lacks a page. */
export function writePlainPages({ pages, rewrites, srcDir, outDir, site }: SiteConfig): void {
  const inSite = (path: string): string => `${site.base}${path.replace(/^\//, '')}`;
  const texts = pages.map((page) => {
    const file = join(srcDir, page);
    const text = readFileSync(file, 'utf8')
      .replaceAll(LINK, (href) => (/^([a-z]+:|#)/.test(href) ? href : inSite(onSite(file, href))))
      .replaceAll(PADDING, '');
    const path = rewrites.map[page] ?? page;
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
    return [path, text] as const;
  });
  const textOf = new Map(texts);
  const title = (path: string): string => /^# (.*)$/m.exec(textOf.get(path) ?? '')?.[1] ?? path;
  const groups: readonly DefaultTheme.SidebarItem[] = site.themeConfig.sidebar;
  const listed = new Set(groups.flatMap(({ items = [] }) => pathsOf(items)));
  const missing = [...textOf.keys()].filter((path) => !listed.has(path));
  if (missing.length > 0)
    throw new Error(`The navigation lacks ${missing.join(', ')}: add them to docs/.vitepress/config.ts.`);
  const lines = groups.flatMap(({ text, items = [] }) => [
    ...['', `## ${text}`, ''],
    ...new Set(pathsOf(items).map((path) => `- [${title(path)}](${inSite(path)})`)),
  ]);
  const head = `# ${site.title}\n\n> ${site.description}\n`;
  writeFileSync(join(outDir, 'llms.txt'), `${head}${lines.join('\n')}\n`);
  const pagesInOrder = [...listed].map((path) => `<!-- ${inSite(path)} -->\n\n${textOf.get(path)?.trim()}\n`);
  writeFileSync(join(outDir, 'llms-full.txt'), [head, ...pagesInOrder].join('\n'));
}

const pathsOf = (items: readonly DefaultTheme.SidebarItem[]): readonly string[] =>
  items.flatMap(({ link = '', items: below = [] }) => [
    `${link
      .slice(1)
      .replace(/#.*/, '')
      .replace(/(^|\/)$/, '$1index')}.md`,
    ...pathsOf(below),
  ]);
