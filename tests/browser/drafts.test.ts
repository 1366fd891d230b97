import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  draftAt,
  forgetDraft,
  forgetStale,
  noteSent,
  storeDraft,
} from '../../src/browser/core/drafts/store.ts';
import { forgetSession } from '../../src/browser/core/session/session-marker.ts';

const NEW = '/transactions/new';
const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
    clear: () => storage.clear(),
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, clear: () => undefined });
  vi.stubGlobal('window', {});
});

afterEach(() => vi.unstubAllGlobals());

const type = (path: string) => storeDraft('person', path, { time: 1, fields: [['amount', '12.50']] });

test('a draft that was sent is forgotten by the page that says it was saved', () => {
  type(NEW);
  type('/profile');
  noteSent(NEW);
  forgetStale('person', true);
  expect(draftAt(NEW)).toBeUndefined();
  expect(draftAt('/profile')?.fields).toEqual([['amount', '12.50']]);
});

test('a draft that was sent stays when another page follows, and is not forgotten by a later one', () => {
  type(NEW);
  noteSent(NEW);
  forgetStale('person', false);
  forgetStale('person', true);
  expect(draftAt(NEW)).toBeDefined();
});

test('a page of somebody else deletes all drafts; one of nobody deletes none', () => {
  type(NEW);
  forgetStale('', false);
  expect(draftAt(NEW)).toBeDefined();
  forgetStale('other', false);
  expect(storage.size).toBe(0);
});

test('nothing is left in the storage once the last draft is forgotten', () => {
  type(NEW);
  forgetDraft('/profile');
  expect(storage.size).toBe(1);
  forgetDraft(NEW);
  expect(storage.size).toBe(0);
});

test('a session that expires leaves what was typed to its person alone; signing out deletes it', () => {
  type(NEW);
  storage.set('toasts', 'secret');
  forgetSession('expired');
  expect([...storage.keys()]).toEqual(['drafts']);
  // The page to sign in, and that of the same person.
  forgetStale('', false);
  forgetStale('person', false);
  expect(draftAt(NEW)).toBeDefined();
  forgetSession();
  expect(storage.size).toBe(0);
});
