/** Light or dark mode: the system’s setting until the admin chooses. */
import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useEffect, useState } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORAGE_KEY = 'sps.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, and a function to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => {
    const apply = () => applyMode(isDark(theme) ? Mode.Dark : Mode.Light);
    apply();
    prefersDark.addEventListener('change', apply);
    return () => prefersDark.removeEventListener('change', apply);
  }, [theme]);
  return [
    theme,
    (chosen) => {
      localStorage.setItem(STORAGE_KEY, chosen);
      setTheme(chosen);
    },
  ];
}

const storedTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';
const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && prefersDark.matches);
