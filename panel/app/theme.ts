/** Light or dark: as the system says until the admin chooses. */
import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useEffect, useState } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORED = 'sps.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, and how to choose another. */
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
      localStorage.setItem(STORED, chosen);
      setTheme(chosen);
    },
  ];
}

const storedTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system';
const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && prefersDark.matches);
