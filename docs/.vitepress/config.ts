/**
 * VitePress's configuration for the pages of `docs/`, served at `/docs/` (docs/adr/0023-static-sites.md).
 *
 * Everything is on the site itself, and nothing is inline, so that the content security policy can refuse all else.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { routeGroups } from '../../contract/documentation.ts';
import { sampleTabs, tryRoutes } from './markdown/api-pages.ts';
import { withoutComments } from './markdown/comments.ts';
import { copyLinkedFiles, repositoryLinks, slugOf } from './markdown/links.ts';
import { writeOpenApi30 } from './markdown/openapi.ts';
import { writePlainPages } from './markdown/plain-pages.ts';
import { searchable } from './markdown/search.ts';
import { classNames, codeTheme, tableAlignment, withoutInlineCode } from './without-inline-code.ts';

const guide = (text: string, name: string): DefaultTheme.SidebarItem => ({ text, link: `/guides/${name}` });

const pages = join(import.meta.dirname, '..');

/** The pages of a folder other than its index, by their titles. */
const pagesOf = (folder: string): DefaultTheme.SidebarItem[] =>
  globSync(`${folder}/*.md`, { cwd: pages })
    .filter((file) => !file.endsWith('README.md'))
    .toSorted()
    .map((file) => ({
      text: /^# (.*)$/m.exec(readFileSync(join(pages, file), 'utf8'))?.[1] ?? file,
      link: `/${file.replace(/\.md$/, '')}`,
    }));

const apiPages = Object.keys(routeGroups).map((name) => ({ text: name, link: `/api/${slugOf(name)}` }));

/** The navigation. Pages are named by their path in `docs/`, without `.md`. */
const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [{ text: 'Overview', link: '/' }, guide('Quick start', 'quick-start'), guide('Concepts', 'concepts')],
  },
  {
    text: 'Guides',
    items: [
      guide('Block users, hide content', 'blocking'),
      guide('What a block does not do', 'blocking#what-a-block-does-not-do'),
      guide('Activity feed', 'activity'),
      guide('Front ends', 'front-ends'),
      guide('Mobile apps', 'mobile'),
      guide('Back ends', 'back-ends'),
      guide('When the service is slow or down', 'failures'),
      guide('Receive webhooks', 'webhooks'),
      guide('Events on an event bus', 'event-buses'),
      guide('Read events', 'pull'),
      guide('Order, repetition and gaps', 'order'),
      guide('Filter events by content', 'filters'),
      guide('Rotate keys and secrets', 'rotation'),
      guide('Recover after an outage', 'recovery'),
      guide('Check for missing events', 'reconcile'),
      guide('The admin panel', 'admin-panel'),
      guide('One sign-on', 'sign-on'),
      guide('On your machine, and in your CI', 'local'),
      guide('What it is not, and what else there is', 'comparison'),
      guide('Move from another service', 'moving'),
      guide('For coding agents', 'agents'),
    ],
  },
  {
    text: 'Reference',
    items: [
      {
        text: 'API, with “try it”',
        link: '/api',
        collapsed: true,
        items: [...apiPages, { text: 'Event types', link: '/api/event-types' }],
      },
      guide('Generators, Postman and Bruno', 'openapi'),
      guide('Errors', 'errors'),
      guide('Limits and quotas', 'limits'),
      { text: 'Specification', link: '/spec/', collapsed: true, items: pagesOf('spec') },
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('Your own CDK app', 'own-app'),
      guide('Settings', 'settings'),
      guide('Deploy', 'deploy'),
      guide('Command line', 'command-line'),
      guide('Rights in AWS', 'permissions'),
      guide('Regions and accounts', 'regions'),
      guide('Import and export', 'import-export'),
      guide('Remove a stage', 'removal'),
      { text: 'Runbook', link: '/runbook' },
      { text: 'Security', link: '/security' },
      { text: 'Scale', link: '/scale' },
      { text: 'Cost', link: '/cost' },
    ],
  },
  {
    text: 'How it is built',
    items: [
      { text: 'Design', link: '/design' },
      { text: 'Decisions', link: '/adr/', collapsed: true, items: pagesOf('adr') },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'What we rely on in AWS', link: '/aws-behaviour' },
      { text: 'Runs in AWS', link: '/aws-runs/', collapsed: true, items: pagesOf('aws-runs') },
    ],
  },
];

/** The folder of the site in its bucket and in its URL. */
const BASE = '/docs/';

const config: UserConfig = {
  title: 'Social Platform Services',
  description: 'User blocking, user activity and signed webhooks, in your own AWS account.',
  lang: 'en',
  base: BASE,
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
      md.use(withoutComments).use(repositoryLinks).use(tableAlignment).use(tryRoutes).use(sampleTabs);
      // Vue removes a line break between two elements (https://vuejs.org/api/application.html#app-config-compileroptions-whitespace).
      md.renderer.rules.softbreak = () => ' ';
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { _render: searchable } },
    notFound: { quote: 'There is no such page.', linkText: 'Overview', linkLabel: 'Overview' },
  },
  transformHtml: withoutInlineCode,
  buildEnd(site) {
    writePlainPages(site);
    writeOpenApi30(site);
    copyLinkedFiles(site);
  },
  // Vite's esbuild does not know the target of the project's tsconfig.json.
  vite: { logLevel: 'warn', esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } } },
};

export default config;
