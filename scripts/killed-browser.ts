import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** A browser whose profile survives it. */
export interface ProfiledBrowser {
  context: BrowserContext;
  /** Without warning, like an empty battery. */
  kill(): Promise<void>;
}

/** The function deletes the folder. */
export function makeProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-profile-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { folder, remove };
}

/**
 * Starts Chromium with a profile, as our own process, because Playwright ends its browsers gracefully.
 * @throws Error with its messages when it exits instead
 */
export async function startBrowser(profile: string): Promise<ProfiledBrowser> {
  const path = findChromium() ?? chromium.executablePath();
  const options = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0'];
  // In its own process group, so that no process writes anything after the kill.
  const child = spawn(path, [...options, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const address = await new Promise<string>((done, fail) => {
    child.stderr.on('data', (chunk) => {
      output += chunk;
      const match = /listening on (ws:\S+)/.exec(output)?.[1];
      if (match) done(match);
    });
    exited.then(() => fail(new Error(output)));
  });
  const [context] = (await chromium.connectOverCDP(address)).contexts();
  if (!context || !child.pid) throw new Error(output);
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
