/** The admin panel's entry: takes an admin link's token out of the address bar before anything else, then renders the panel. */
import '@cloudscape-design/global-styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/panel.css';
import { takeLinkTokens } from './session/link-token.ts';

const linkTokens = takeLinkTokens();
const element = document.getElementById('panel');
if (element === null) throw new Error('The page has no element with the id "panel".');
createRoot(element).render(
  <StrictMode>
    <App linkTokens={linkTokens} />
  </StrictMode>,
);
