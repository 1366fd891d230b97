import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The headless shell draws the same pages for three quarters of the processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The Chromium of this machine: that of `CHROMIUM_PATH`, the system's, or Playwright's. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...system, chromium.executablePath()].find(isExecutable);
}

/**
 * Finds Chromium or installs it: Debian's package where we are root, else Playwright's download.
 * @throws Error that says what to install, when neither is possible
 */
export function getChromium(): string {
  const found = findChromium() ?? (installDebian() || installDownload() ? findChromium() : undefined);
  if (!found)
    throw new Error('No Chromium here. Install one (apt-get install chromium) or set CHROMIUM_PATH.');
  return found;
}

function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-y', ...args], { env: environment, stdio: 'ignore' }).status === 0;
  const install = () =>
    apt('install', '--no-install-recommends', 'chromium-headless-shell', 'fonts-dejavu-core');
  // The package list of a new machine may be missing or outdated.
  return install() || (apt('update') && install());
}

function installDownload(): boolean {
  const cli = join(import.meta.dirname, '../node_modules/playwright/cli.js');
  try {
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
    return true;
  } catch {
    return false;
  }
}

function isExecutable(path: string | undefined): path is string {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(getChromium());
