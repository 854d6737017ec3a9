/** Shows the samples of the API reference, which are blocks of code one after another, as tabs. */
import type { MarkdownRenderer } from 'vitepress';

const titles = { sh: 'curl', js: 'JavaScript', python: 'Python' } as const;
const SAMPLES = /```sh\n[^`]*```\n\n```js\n[^`]*```\n\n```python\n[^`]*```\n/g;

export function sampleTabs(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'sample-tabs', (state) => {
    if (!/^api[./]/.test(String(state.env.relativePath))) return;
    state.src = state.src.replaceAll(SAMPLES, (samples) => {
      const titled = samples.replaceAll(
        /^```(sh|js|python)$/gm,
        (fence, language: keyof typeof titles) => `${fence} [${titles[language]}]`,
      );
      return `::: code-group\n${titled}:::\n`;
    });
  });
}
