/* Sets the stored theme before the first paint. Afterwards `theme/theme.ts` sets it. */
(() => {
  const stored = localStorage.getItem('paydown.theme');
  if (stored !== 'light' && stored !== 'dark') return;
  const { dataset } = document.documentElement;
  dataset.theme = stored;
  dataset.colorMode = stored;
})();
