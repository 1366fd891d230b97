import { findProgram, installDebian } from './debian.ts';

/** Finds LibreOffice, or installs its spreadsheet as root on Debian. @throws Error that says what to install */
export function getSpreadsheet(): string {
  const program =
    findProgram('soffice') ?? (installDebian('libreoffice-calc-nogui') ? findProgram('soffice') : undefined);
  if (!program) throw new Error('No LibreOffice here. Install it (apt-get install libreoffice-calc-nogui).');
  return program;
}

if (import.meta.main) console.log(getSpreadsheet());
