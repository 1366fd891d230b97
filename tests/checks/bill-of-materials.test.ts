import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { billOfMaterials, type Lock } from '../../scripts/bill-of-materials.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const lock: Lock = JSON.parse(read('package-lock.json'));
const { dependencies: direct } = JSON.parse(read('package.json'));

const small: Lock = {
  packages: {
    '': { version: '1.0.0', name: 'product', dependencies: { a: '1', '@s/b': '1' } },
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      integrity: 'sha512-AAE=',
      dependencies: { c: '1' },
    },
    'node_modules/a/node_modules/c': { version: '1.0.0', license: 'ISC', dependencies: { '@s/b': '1' } },
    'node_modules/@s/b': { version: '2.0.0', license: 'MIT OR ISC', optionalDependencies: { c: '2' } },
    'node_modules/c': { version: '2.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  },
};

test('the bill names every package once, with its version, licence and checksum', () => {
  const { components, metadata } = billOfMaterials(small);
  expect(metadata.component.name).toBe('product');
  expect(components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40s/b@2.0.0',
      name: '@s/b',
      version: '2.0.0',
      purl: 'pkg:npm/%40s/b@2.0.0',
      licenses: [{ expression: 'MIT OR ISC' }],
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/a@1.0.0',
      name: 'a',
      version: '1.0.0',
      purl: 'pkg:npm/a@1.0.0',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0001' }],
    },
    expect.objectContaining({ name: 'c', version: '1.0.0' }),
    expect.objectContaining({ name: 'c', version: '2.0.0' }),
  ]);
});

test('the bill says which package needs which, as Node finds them', () => {
  const needs = Object.fromEntries(
    billOfMaterials(small).dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]),
  );
  expect(needs).toEqual({
    'pkg:npm/product@1.0.0': ['pkg:npm/%40s/b@2.0.0', 'pkg:npm/a@1.0.0'],
    'pkg:npm/a@1.0.0': ['pkg:npm/c@1.0.0'],
    'pkg:npm/c@1.0.0': ['pkg:npm/%40s/b@2.0.0'],
    'pkg:npm/%40s/b@2.0.0': ['pkg:npm/c@2.0.0'],
    'pkg:npm/c@2.0.0': [],
  });
});

test('the bill of this product is complete: every package has a licence, and every need is listed', () => {
  const bill = billOfMaterials(lock);
  const refs = new Set(bill.components.map((component) => component['bom-ref']));
  for (const component of bill.components) expect(component.licenses, component.name).toBeDefined();
  for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
  for (const [name, version] of Object.entries(direct)) {
    expect(refs).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  expect(billOfMaterials(lock).serialNumber).toBe(bill.serialNumber);
});

test('every direct dependency has its reason in the decisions, and no other package has', () => {
  const rows = read('docs/decisions/0011-runtime-dependencies.md').matchAll(
    /^\| (`[^|]+) \| [^|]{10,} \|$/gm,
  );
  const named = [...rows].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(Object.keys(direct).sort());
});
