import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths } from '../data/paths.ts';

const TYPING_PAUSE_MS = 200;
const LONGEST_SEARCH = 255;
const IS_MAC = navigator.userAgent.includes('Mac');

/** Searches entities and schedules: the text becomes the query of the list once typing pauses. */
export function SearchBox() {
  const [path, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const searched = path === paths.home ? (parameters.get('q') ?? '') : '';
  const [text, setText] = useState(searched);
  const [shown, setShown] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (searched !== shown) {
    setShown(searched);
    if (text.trim() !== searched) setText(searched);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (wanted: string): void => {
    clearTimeout(timer.current);
    const term = wanted.trim();
    if (term === searched) return;
    const address = term === '' ? paths.home : `${paths.home}?q=${encodeURIComponent(term)}`;
    navigate(address, { replace: path === paths.home && searched !== '' });
  };
  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <SearchIcon />
      <input
        className="input"
        type="search"
        aria-label="Search entities"
        placeholder="Search entities and schedules"
        maxLength={LONGEST_SEARCH}
        value={text}
        data-shortcut="search"
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          const typedOn = location.pathname;
          timer.current = setTimeout(() => {
            // A page that was opened since stays.
            if (location.pathname === typedOn) search(value);
          }, TYPING_PAUSE_MS);
        }}
      />
      <kbd aria-hidden="true">{IS_MAC ? '⌘' : 'Ctrl'} K</kbd>
    </form>
  );
}
