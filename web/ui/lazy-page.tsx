import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const RELOADED = 'paydown.reloaded';

/**
 * A page that is loaded when somebody goes there. After a deployment its old file may be gone: then the site
 * is loaded anew, once.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED);
      return { default: page };
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) !== null || !navigator.onLine) throw error;
      sessionStorage.setItem(RELOADED, 'yes');
      location.reload();
      return await new Promise<never>(() => undefined);
    }
  });
}
