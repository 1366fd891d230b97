import { findProgram, installDebian } from './debian.ts';

/**
 * Finds LibreOffice, or installs its spreadsheet where we are root on Debian.
 * @throws Error that says what to install, when that is not possible
 */
export function getSpreadsheet(): string {
  const found =
    findProgram('soffice') ?? (installDebian('libreoffice-calc-nogui') ? findProgram('soffice') : undefined);
  if (!found) throw new Error('No LibreOffice here. Install it (apt-get install libreoffice-calc-nogui).');
  return found;
}

if (import.meta.main) console.log(getSpreadsheet());
