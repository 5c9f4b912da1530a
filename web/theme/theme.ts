/** The theme: attributes of the root element, set before the first paint by `public/theme.js`. */
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';

export type Theme = (typeof PORTAL_THEMES)[number];

const STORED = 'paydown.theme';

/** Returns the theme last shown in this browser; classic by default. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return PORTAL_THEMES.find((theme) => theme === stored) ?? 'classic';
}

/** Applies a theme and stores it for the next load. */
export function showTheme(theme: Theme): void {
  paintTheme(theme);
  localStorage.setItem(STORED, theme);
}

export function paintTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['colorMode'] = theme === 'dark' ? 'dark' : 'light';
}

/** Prints in the light theme, whatever the screen shows. */
export function printInLight(): void {
  addEventListener('beforeprint', () => paintTheme('light'));
  addEventListener('afterprint', () => paintTheme(storedTheme()));
}
