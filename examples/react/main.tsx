/** A page with comments, the users who are blocked, and what the user has done. */
import { type Client, createClient } from '@social-platform-services/client';
import { ClientProvider } from '@social-platform-services/client/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Comments } from './comments.tsx';
import { Activity, BlockedUsers } from './lists.tsx';

const comments = [
  { id: '1', authorId: 'bob', text: 'Hello from Bob' },
  { id: '2', authorId: 'carol', text: 'Hello from Carol' },
  { id: '3', authorId: 'bob', text: 'Me again' },
];

/** The client of the user who is signed in. Your own back end signs the tokens. */
const signIn = (): Client =>
  createClient({ baseUrl: 'http://127.0.0.1:3000', token: async () => (await fetch('token')).text() });

function App() {
  const [client, setClient] = useState<Client | undefined>(signIn);
  return (
    <ClientProvider client={client}>
      <button type="button" onClick={() => setClient(client === undefined ? signIn() : undefined)}>
        {client === undefined ? 'Sign in' : 'Sign out'}
      </button>
      <Comments comments={comments} />
      <BlockedUsers />
      <Activity />
    </ClientProvider>
  );
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
