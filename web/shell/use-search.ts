import { useEffect, useState } from 'react';
import { useApi, type Answer } from '../data/api.ts';

type Found = Answer<'GET /v1/search'>;

/** So much is typed before anything is searched. */
const ENOUGH = 2;
const TYPING_PAUSE_MS = 150;
const NOTHING: Found = [];

/** Entities and schedules of the whole organisation that hold what is typed, once typing pauses. */
export function useSearch(text: string): { readonly found: Found; readonly isSearching: boolean } {
  const typed = text.trim();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isWanted = query.length >= ENOUGH;
  const { data, isLoading } = useApi('GET /v1/search', isWanted ? { query: { query } } : null, {
    keepPreviousData: true,
  });
  const isBehind = typed.length >= ENOUGH && typed !== query;
  return { found: isWanted ? (data ?? NOTHING) : NOTHING, isSearching: isLoading || isBehind };
}
