/** The site's navigation. Pages are named by their path in `docs/`, without `.md`. */
import type { DefaultTheme } from 'vitepress';

const guide = (text: string, name: string): DefaultTheme.SidebarItem => ({ text, link: `/guides/${name}` });

export const sidebar: DefaultTheme.SidebarItem[] = [
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
      guide('Back ends', 'back-ends'),
      guide('Receive webhooks', 'webhooks'),
      guide('Rotate keys and secrets', 'rotation'),
      guide('Recover after an outage', 'recovery'),
      guide('Prove that you have everything', 'reconcile'),
      guide('The admin panel', 'admin-panel'),
      guide('Move from the original service', 'moving'),
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API, with “try it”', link: '/api' },
      guide('Errors', 'errors'),
      { text: 'Specification', link: '/spec/' },
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('Deploy', 'deploy'),
      guide('Command line', 'command-line'),
      guide('Import and export', 'import-export'),
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
      { text: 'Decisions', link: '/adr/' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'What we rely on in AWS', link: '/aws-behaviour' },
    ],
  },
];
