/** The field that opens the search. */
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useNavigate } from 'react-router';

export function SearchField() {
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
