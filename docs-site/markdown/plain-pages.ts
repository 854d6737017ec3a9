/** The pages as Markdown at their own addresses, such as `/docs/guides/errors.md`, and `llms.txt`, which lists them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme, SiteConfig } from 'vitepress';
import { onSite } from './links.ts';

/** Of tables, whose columns are aligned. */
const PADDING = /(?<= ) +(?=\|)|(?<=---)-+(?= \|)/g;
const LINK = /(?<=\]\()[^()\s]+(?=\))/g;

/** Writes them into the built site. Links become those of the site. */
export function writePlainPages({ pages, rewrites, srcDir, outDir, site }: SiteConfig): void {
  const inSite = (path: string): string => `${site.base}${path.replace(/^\//, '')}`;
  const titles = pages.map((page) => {
    const file = join(srcDir, page);
    const text = readFileSync(file, 'utf8')
      .replaceAll(LINK, (href) => (/^([a-z]+:|#)/.test(href) ? href : inSite(onSite(file, href))))
      .replaceAll(PADDING, '');
    const path = rewrites.map[page] ?? page;
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
    return [path, /^# (.*)$/m.exec(text)?.[1] ?? path] as const;
  });
  const title = new Map(titles);
  const groups: readonly DefaultTheme.SidebarItem[] = site.themeConfig.sidebar;
  const lines = groups.flatMap(({ text, items = [] }) => [
    ...['', `## ${text}`, ''],
    ...new Set(pathsOf(items).map((path) => `- [${title.get(path)}](${inSite(path)})`)),
  ]);
  writeFileSync(join(outDir, 'llms.txt'), `# ${site.title}\n\n> ${site.description}\n${lines.join('\n')}\n`);
}

const pathsOf = (items: readonly DefaultTheme.SidebarItem[]): readonly string[] =>
  items.flatMap(({ link = '', items: below = [] }) => [
    `${link
      .slice(1)
      .replace(/#.*/, '')
      .replace(/(^|\/)$/, '$1index')}.md`,
    ...pathsOf(below),
  ]);
