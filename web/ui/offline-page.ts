/** Has the browser keep a page to show when the site can't be fetched; where it won't, it shows its own. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined);
  });
}
