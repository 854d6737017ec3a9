/** Style sheets are imported for their side effect; esbuild collects them. */
declare module '*.css';

/** The example receivers are imported as text (`with { type: 'text' }`). */
declare module '*/receiver.mjs' {
  const text: string;
  export default text;
}
declare module '*.py' {
  const text: string;
  export default text;
}
declare module '*.go' {
  const text: string;
  export default text;
}
declare module '*.php' {
  const text: string;
  export default text;
}
declare module '*.ru' {
  const text: string;
  export default text;
}
