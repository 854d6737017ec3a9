/** VitePress's default theme with system fonts, colours of code as classes, "try it" forms, and a link to the panel. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { TryRoute } from '../../theme/try-route.ts';
import '../../theme/theme.css';

/** Not an item of the navigation, whose links are below `/docs/`. With a target, the browser follows it, and not the site's router. */
const panelLink = () => h('a', { class: 'panel-link', href: '/admin/', target: '_self' }, 'Admin panel');

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': panelLink }),
  enhanceApp({ app }) {
    app.component('TryRoute', TryRoute);
  },
};

export default theme;
