/** The admin panel's entry: takes a link's token out of the address bar before anything else, then shows the panel. */
import '@cloudscape-design/global-styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/panel.css';
import { takeTokenFromAddress } from './session/link-token.ts';

takeTokenFromAddress();
const element = document.getElementById('panel');
if (element === null) throw new Error('The page has no place for the panel.');
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
