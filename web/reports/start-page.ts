/** The page that a user starts on: the entities, or the attention board. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useStoredPreferences } from '../data/account.ts';
import { paths } from '../data/paths.ts';

/** Leaves the entities for the chosen start page, once, when the site was opened there. */
export function useStartPage(): void {
  const { data } = useStoredPreferences();
  const [path, navigate] = useLocation();
  const isStart = useRef(true);
  useEffect(() => {
    if (path !== paths.home) isStart.current = false;
    if (!data || !isStart.current) return;
    isStart.current = false;
    if (data.startPage === 'attention') navigate(paths.attention, { replace: true });
  }, [data, path, navigate]);
}
