/** Style sheets are imported for their side effect; esbuild collects them. */
declare module '*.css';
