/** Loads what is not needed for the screen that is opened first: code, and the style sheet that all of it has. */
import { useEffect, useState } from 'react';

/** The other screens. */
async function loadScreens() {
  const [screens] = await Promise.all([import('./lazy-screens.ts'), loadStyles()]);
  return screens;
}

/** The sign-in screen, and the dialogs about the session. */
async function loadSignIn() {
  const [signIn] = await Promise.all([import('../sign-in/sign-in-screen.tsx'), loadStyles()]);
  return signIn;
}

/** Loads the style sheet that the page names, once. Rejects if it can't be loaded, as `import` does. */
const loadStyles = (): Promise<void> =>
  (styles ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = document.querySelector<HTMLMetaElement>('meta[name="lazy-style-sheet"]')?.content ?? '';
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('The styles of this page could not be loaded.'));
    document.head.append(link);
  }));
let styles: Promise<void> | undefined;

/** What is loaded, once it is; or why it could not be. */
interface Loaded<T> {
  readonly module?: T;
  readonly error?: Error;
}

/**
 * A hook that loads a module when a component is shown first, and says what has come of it. Not `lazy` of React, which
 * reports an outage of the host as an error of the panel.
 */
function loadingHook<T>(load: () => Promise<T>): () => Loaded<T> {
  let loaded: Loaded<T> = {};
  return () => {
    const [state, setState] = useState(loaded);
    useEffect(() => {
      if (loaded.module !== undefined) return;
      load().then(
        (module) => {
          loaded = { module };
          setState(loaded);
        },
        (error: unknown) => setState({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
    }, []);
    return state;
  };
}

export const useLazyScreens = loadingHook(loadScreens);
export const useSignInScreens = loadingHook(loadSignIn);
