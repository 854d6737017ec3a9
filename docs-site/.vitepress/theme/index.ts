/** VitePress looks for its theme here. */
export { theme as default } from '../../theme/theme.ts';
