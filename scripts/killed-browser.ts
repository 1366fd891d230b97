import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** A browser with a profile of its own, which survives it. */
export interface ProfiledBrowser {
  context: BrowserContext;
  /** Kills it without warning, as an empty battery would. */
  kill(): Promise<void>;
}

/** Makes a folder for a profile; the function deletes it. */
export function makeProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-profile-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { folder, remove };
}

/**
 * Starts Chromium with a profile. Playwright ends its browsers gracefully: this one is a process of ours.
 * @throws Error with its messages when it exits instead
 */
export async function startBrowser(profile: string): Promise<ProfiledBrowser> {
  const path = findChromium() ?? chromium.executablePath();
  const options = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0'];
  // A group of processes of its own, so that none of them writes anything after the kill.
  const child = spawn(path, [...options, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let said = '';
  const address = await new Promise<string>((done, fail) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /listening on (ws:\S+)/.exec(said)?.[1];
      if (found) done(found);
    });
    exited.then(() => fail(new Error(said)));
  });
  const [context] = (await chromium.connectOverCDP(address)).contexts();
  if (!context || !child.pid) throw new Error(said);
  const group = -child.pid;
  return {
    context,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      process.kill(group, 'SIGKILL');
      await exited;
    },
  };
}
