/** The look of the portal: attributes of the root element, set before the first paint by boot.ts. */
export const THEMES = ['classic', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const STORED = 'paydown.theme';

/** The theme last shown in this browser; classic at first. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === stored) ?? 'classic';
}

/** Shows a theme and remembers it for the next load. */
export function showTheme(theme: Theme): void {
  paintTheme(theme);
  localStorage.setItem(STORED, theme);
}

export function paintTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['colorMode'] = theme === 'dark' ? 'dark' : 'light';
}

/** Paper is white: whatever the theme, printing is in the light one. */
export function printInLight(): void {
  addEventListener('beforeprint', () => paintTheme('light'));
  addEventListener('afterprint', () => paintTheme(storedTheme()));
}
