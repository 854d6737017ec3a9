/** VitePress looks for its configuration here. */
export { config as default } from '../config.ts';
