import { localNow } from '../domain/calendar.ts';
import { isEnding } from '../domain/sessions/times.ts';
import type { Body } from './deliver.ts';
import type { Visitor } from './visitor.ts';

/** A page as it was made, to be sent again while nothing it shows has changed. */
export interface KeptPage {
  headers: [string, string][];
  body: Body;
}

/** Bytes of pages in memory, at most; the ones that nobody asked for longest go first. */
const MOST = 16 * 1024 * 1024;

/**
 * Everything that a kept page may depend on: the address, the person as the session row has them (their own settings,
 * their session, and the revision that every change of their data raises), what they chose for this visit, and the
 * day. Null for a page that must be made anew. The database is asked for all of it at every request, so that a change
 * made on any node shows at the next look. In a session's last minutes pages say how many they are.
 */
export function keptPageName(
  path: string,
  { viewer, cookies, context }: Visitor,
  chosen: string[],
): string | null {
  if (!viewer || isEnding(viewer, context.now)) return null;
  const today = localNow(context.now, viewer.preferences.timezone).date;
  return JSON.stringify([path, viewer, context.locale, chosen.map((name) => cookies[name]), today]);
}

/** The pages that this process keeps. */
export function createKeptPages() {
  const pages = new Map<string, KeptPage>();
  let bytes = 0;

  function drop(name: string): void {
    bytes -= pages.get(name)?.body.plain.length ?? 0;
    pages.delete(name);
  }

  return {
    find(name: string): KeptPage | undefined {
      const page = pages.get(name);
      if (page) {
        pages.delete(name);
        pages.set(name, page);
      }
      return page;
    },
    keep(name: string, page: KeptPage): void {
      drop(name);
      pages.set(name, page);
      bytes += page.body.plain.length;
      for (const oldest of pages.keys()) {
        if (bytes <= MOST) break;
        drop(oldest);
      }
    },
  };
}
