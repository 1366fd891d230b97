import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './children.ts';

interface LockedPackage {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The part of npm's lock file that is read: folder → package; the empty folder is the product. */
export interface Lock {
  packages: Record<string, LockedPackage>;
}

/**
 * The packages that Pruta is built from or runs with, as CycloneDX 1.6: what `npm ci --omit=dev` installs, for all
 * platforms. The result depends only on the lock file.
 */
export function billOfMaterials({ packages }: Lock) {
  const product = packages[''];
  if (!product) throw new Error('The lock file does not name the product.');
  const folders = Object.keys(packages).filter((folder) => folder !== '' && !packages[folder]?.dev);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(packages))}`,
    version: 1,
    metadata: { component: { type: 'application', ...identity('', product) } },
    components: unique(
      folders.map((folder) => componentOf(folder, packages[folder] as LockedPackage)),
      (component) => component['bom-ref'],
    ),
    dependencies: unique(
      ['', ...folders].map((folder) => ({
        ref: refOf(folder, packages[folder] as LockedPackage),
        dependsOn: neededBy(folder, packages),
      })),
      ({ ref }) => ref,
    ),
  };
}

/** Licences that a package includes as a file without naming them. */
const ONLY_IN_FILES: Record<string, string> = { 'png-js': 'MIT' };

function componentOf(folder: string, locked: LockedPackage) {
  const { integrity } = locked;
  const name = locked.license ?? ONLY_IN_FILES[nameOf(folder, locked)];
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    ...identity(folder, locked),
    ...(name && { licenses: [licenceOf(name)] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest ?? '', 'base64').toString('hex') }],
    }),
  };
}

function licenceOf(name: string) {
  // The text of an unnamed licence is in the package.
  if (name.startsWith('SEE LICENSE')) return { license: { name } };
  return / (AND|OR|WITH) /.test(name) ? { expression: name } : { license: { id: name } };
}

function identity(folder: string, locked: LockedPackage) {
  const ref = refOf(folder, locked);
  return { 'bom-ref': ref, name: nameOf(folder, locked), version: locked.version, purl: ref };
}

function nameOf(folder: string, { name }: LockedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** A package URL. */
function refOf(folder: string, locked: LockedPackage): string {
  return `pkg:npm/${nameOf(folder, locked).replace('@', '%40')}@${locked.version}`;
}

/** Resolves as Node does: in the package's own folder, then in those around it. */
function neededBy(folder: string, packages: Lock['packages']): string[] {
  const { dependencies, optionalDependencies } = packages[folder] ?? {};
  const refs = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    const resolved = foldersAround(folder)
      .map((around) => `${around}node_modules/${name}`)
      .find((candidate) => packages[candidate]);
    return resolved ? [refOf(resolved, packages[resolved] as LockedPackage)] : [];
  });
  return [...new Set(refs)].sort();
}

function foldersAround(folder: string): string[] {
  if (folder === '') return [''];
  return [`${folder}/`, ...foldersAround(folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))))];
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function licences({ packages }: Lock, root: string): string {
  const installed = Object.keys(packages).filter(
    (folder) => folder !== '' && !packages[folder]?.dev && existsSync(join(root, folder)),
  );
  return installed
    .sort()
    .map((folder) => {
      const locked = packages[folder] as LockedPackage;
      const title = `${nameOf(folder, locked)} ${locked.version}: ${locked.license ?? 'unknown'}`;
      return `${title}\n${'='.repeat(title.length)}\n\n${licenceTexts(join(root, folder))}\n`;
    })
    .join('\n');
}

function licenceTexts(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

export function writeBillOfMaterials(): void {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), `${JSON.stringify(billOfMaterials(lock), null, 2)}\n`);
  writeFileSync(join(ROOT, 'dist/licences.txt'), licences(lock, ROOT));
}
