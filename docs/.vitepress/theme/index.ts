/** VitePress's default theme with system fonts, colours of code as classes, "try it" forms, and a link to the panel. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { TryRoute } from './try-route.ts';
import './theme.css';

/** Not in the navigation, whose links are below `/docs/`. With a target the browser follows it, not the router. */
const panelLink = () => h('a', { class: 'panel-link', href: '/admin/', target: '_self' }, 'Admin panel');

/** By how much a page counts in the search: guides come first, and decisions, which tell why something is so, last. */
const weightOf = (page: string): number => (page.includes('/guides/') ? 10 : page.includes('/adr/') ? 0.01 : 1);

const theme: Theme = {
  extends: DefaultTheme,
  // On a phone the bar has no room for it: it is in the menu then.
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'nav-bar-content-after': panelLink, 'nav-screen-content-after': panelLink }),
  enhanceApp({ app, siteData }) {
    app.component('TryRoute', TryRoute);
    // Set here: the configuration reaches the browser as JSON, and the content security policy refuses functions in it.
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions: { boostDocument: weightOf } } };
  },
};

export default theme;
