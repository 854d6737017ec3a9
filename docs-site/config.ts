/**
 * VitePress's configuration of the documentation site: the pages of `docs/`, served at `/docs/` (docs/adr/0023-static-sites.md).
 *
 * Everything is on the site itself, and nothing is inline, so that the content security policy can refuse all else.
 */
import type { UserConfig } from 'vitepress';
import { copyLinkedFiles, repositoryLinks, slugOf } from './markdown/links.ts';
import { tryRoutes } from './markdown/try-routes.ts';
import { sidebar } from './sidebar.ts';
import { classNames, codeTheme, tableAlignment, withoutInlineCode } from './without-inline-code.ts';

/** The folder of the site in its bucket and in its URL. */
const BASE = '/docs/';

export const config: UserConfig = {
  title: 'Social Platform Services',
  description: 'User blocking, user activity and signed webhooks, in your own AWS account.',
  lang: 'en',
  base: BASE,
  srcDir: '../docs',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['meta', { name: 'robots', content: 'noindex' }],
  ],
  // The other choice disables transitions with a style element, which the content security policy refuses.
  appearance: { disableTransition: false },
  contentProps: {},
  metaChunk: true,
  markdown: {
    html: false,
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    theme: codeTheme,
    codeTransformers: [classNames],
    config(md) {
      md.use(repositoryLinks).use(tableAlignment).use(tryRoutes);
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: { quote: 'There is no such page.', linkText: 'Overview', linkLabel: 'Overview' },
  },
  transformHtml: withoutInlineCode,
  buildEnd: copyLinkedFiles,
  // Vite's esbuild does not know the target of the project's tsconfig.json.
  vite: { logLevel: 'warn', esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } } },
};
