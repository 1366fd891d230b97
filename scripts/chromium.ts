import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram, installDebian, isExecutable } from './debian.ts';

// The headless shell takes three quarters of the processor time for the same pages.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** From `CHROMIUM_PATH`, the system or Playwright. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, findProgram(...NAMES), chromium.executablePath()].find(isExecutable);
}

/**
 * Finds Chromium or installs it: as root on Debian its package, else Playwright's download.
 * @throws Error that says what to install
 */
function getChromium(): string {
  const path = findChromium() ?? (installPackages() || installDownload() ? findChromium() : undefined);
  if (!path)
    throw new Error('No Chromium here. Install one (apt-get install chromium) or set CHROMIUM_PATH.');
  return path;
}

function installPackages(): boolean {
  return installDebian('chromium-headless-shell', 'fonts-dejavu-core');
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

if (import.meta.main) console.log(getChromium());
