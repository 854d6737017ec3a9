/** Finds links of the built documentation site that lead nowhere. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsFolder } from '../../docs-site/build.ts';

const BASE = '/docs/';
const LINK = /<a [^>]*?href="([^"]+)"/g;
const ID = / id="([^"]+)"/g;

/** The text of each file of the site that is no asset, by its path in the URL, such as `/docs/api.html`. */
export async function sitePages(): Promise<ReadonlyMap<string, string>> {
  const folder = join(docsFolder, 'pages');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.map(
    async (file) => [BASE + file.slice(folder.length + 1), await readFile(file, 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

/** The links whose file or anchor is missing, each as `page: link`. The admin panel is on the same host, and exists. */
export function brokenSiteLinks(pages: ReadonlyMap<string, string>): readonly string[] {
  return [...pages].flatMap(([path, text]) =>
    path.endsWith('.html')
      ? linksOf(text)
          .filter((link) => !leads(pages, path, link))
          .map((link) => `${path}: ${link}`)
      : [],
  );
}

const linksOf = (html: string): readonly string[] => [...html.matchAll(LINK)].map(([, link = '']) => link);

function leads(pages: ReadonlyMap<string, string>, from: string, link: string): boolean {
  if (/^https?:/.test(link)) return true;
  const { pathname, hash } = new URL(link, `http://localhost${from}`);
  if (pathname === '/admin/') return true;
  const target = pages.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  if (target === undefined) return false;
  return hash === '' || pathname.endsWith('.txt') || idsOf(target).includes(decodeURIComponent(hash.slice(1)));
}

const idsOf = (html: string): readonly string[] => [...html.matchAll(ID)].map(([, id = '']) => id);
