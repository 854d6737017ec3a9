/** The bar at the top: the search, appearance, the network and the user, and signing out. */
import Input from '@cloudscape-design/components/input';
import TopNavigation, { type TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { applyMode, Mode } from '@cloudscape-design/global-styles';
import type { Client } from '@social-platform-services/client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi, useRepeating } from '../api/api-provider.tsx';
import { isEmbedded } from '../session/embedding.ts';
import { useSession } from '../session/session-provider.tsx';

const SIGN_OUT = 'sign-out';
const themeNames = { system: 'System default', light: 'Light', dark: 'Dark' } as const;

export function TopBar() {
  const { state, signOut, chooseNetwork } = useSession();
  const [theme, setTheme] = useTheme();
  const { name = 'Social Platform Services', logo } = useBranding();
  const utilities: TopNavigationProps.Utility[] = [
    {
      type: 'menu-dropdown',
      iconName: 'settings',
      ariaLabel: 'Appearance',
      title: 'Appearance',
      items: themes.map((id) => ({ id, itemType: 'checkbox', text: themeNames[id], checked: id === theme })),
      onItemClick: ({ detail }) => setTheme(themes.find((id) => id === detail.id) ?? 'system'),
    },
  ];
  if (state.kind === 'signedIn') {
    const { networkId, networks, userName } = state.session;
    const others = [...networks.keys()].filter((network) => network !== networkId);
    const text = networks.get(networkId) === 'viewer' ? `${networkId}, view only` : networkId;
    utilities.push({
      type: 'menu-dropdown',
      text,
      description: userName,
      iconName: 'user-profile',
      ariaLabel: `Network ${text}, signed in as ${userName}`,
      items: [
        ...(others.length > 0
          ? [{ id: 'networks', text: 'Switch to', items: others.map((id) => ({ id: `network ${id}`, text: id })) }]
          : []),
        { id: SIGN_OUT, text: 'Sign out' },
      ],
      onItemClick: ({ detail }) => {
        if (detail.id === SIGN_OUT) signOut();
        else chooseNetwork(detail.id.replace(/^network /, ''));
      },
    });
  }
  return (
    <TopNavigation
      identity={{ href: '#/webhooks', title: name, ...(logo !== undefined && { logo: { src: logo, alt: '' } }) }}
      {...(state.kind === 'signedIn' && { search: <SearchField /> })}
      utilities={utilities}
    />
  );
}

/** The field that opens the search. */
function SearchField() {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  return (
    <Input
      type="search"
      value={typed}
      onChange={({ detail }) => setTyped(detail.value)}
      onKeyDown={({ detail }) => {
        if (detail.key === 'Enter' && typed.trim() !== '')
          void navigate(`/search?${new URLSearchParams({ q: typed.trim() })}`);
      }}
      ariaLabel="Search"
      placeholder="Event ID, delivery ID, URL or user ID"
      spellcheck={false}
    />
  );
}

/** How the network looks, once that is known. Its accent colour becomes two properties for panel.css. */
function useBranding() {
  const { client } = useApi();
  // It is retried after any error, a token that has expired among them: a host page may send a new one.
  const { refetchInterval } = useRepeating<Awaited<ReturnType<Client['showNetwork']>>>();
  const { data } = useQuery({
    refetchInterval,
    queryKey: ['network'],
    queryFn: client === undefined ? skipToken : ({ signal }) => client.showNetwork({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { accent, ...branding } = data?.branding ?? {};
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--accent-light', accent?.light ?? 'transparent');
    style.setProperty('--accent-dark', accent?.dark ?? 'transparent');
  }, [accent]);
  return branding;
}

/** Light or dark mode: the system’s setting until the admin chooses. */
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const STORAGE_KEY = 'sps.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, and a function to choose another. */
function useTheme(): [Theme, (theme: Theme) => void] {
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
      setTheme(chosen);
      if (!isEmbedded) localStorage.setItem(STORAGE_KEY, chosen);
    },
  ];
}

/** Browsers may block storage in frames. */
const storedTheme = (): Theme =>
  isEmbedded ? 'system' : (themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system');
const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && prefersDark.matches);
