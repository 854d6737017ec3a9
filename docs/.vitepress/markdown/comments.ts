/** Comments of pages, such as the marks of what is generated. Without HTML in pages, they would be shown as text. */
import type { MarkdownRenderer } from 'vitepress';

const COMMENT = /^<!--(?:(?!-->).)*-->$/s;

/** Leaves out paragraphs that are nothing but a comment. */
export function withoutComments(md: MarkdownRenderer): void {
  md.core.ruler.after('block', 'comments', (state) => {
    const isComment = (index: number): boolean => {
      const token = state.tokens[index];
      return token?.type === 'inline' && COMMENT.test(token.content);
    };
    // A paragraph is its beginning, its text and its end.
    state.tokens = state.tokens.filter((_, index) => ![index + 1, index, index - 1].some(isComment));
  });
}
