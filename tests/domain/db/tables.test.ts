import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/children.ts';
import { forEachEngine } from '../../support/databases.ts';

type Columns = Record<string, string>;

/** The content of a column of the database, as `tables.ts` must declare it. */
const TYPES: Record<string, string> = {
  text: 'text',
  integer: 'number',
  int4: 'number',
  bigint: 'number',
  int8: 'number',
  bytea: 'bytes',
};

forEachEngine((engine) => {
  test('the row types match the tables, column by column', async () => {
    const tables = await engine.db.introspection.getTables();
    const held = Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        Object.fromEntries(
          columns
            .filter(isWritten)
            .map((column) => [
              column.name,
              `${TYPES[column.dataType.toLowerCase()]}${column.isNullable ? ' or null' : ''}`,
            ]),
        ),
      ]),
    );
    expect(declaredTables()).toEqual(held);
  });
});

// Both engines make this one themselves, and SQLite does not list it.
const isWritten = ({ name }: { name: string }) => name !== 'sought';

/** The columns of each table as the interfaces of `tables.ts` declare them. */
function declaredTables(): Record<string, Columns> {
  const file = join(ROOT, 'src/db/tables.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((row) => [row.name.text, row]),
  );
  const tables = interfaces.get('Tables')?.members.filter(ts.isPropertySignature) ?? [];
  return Object.fromEntries(
    tables.map((table) => {
      const row = interfaces.get(table.type?.getText() ?? '');
      const columns = row?.members.filter(ts.isPropertySignature) ?? [];
      return [table.name.getText(), Object.fromEntries(columns.map(declaredColumn))];
    }),
  );
}

function declaredColumn({ name, type }: ts.PropertySignature): [name: string, held: string] {
  const parts = type && ts.isUnionTypeNode(type) ? type.types : type ? [type] : [];
  const words = parts.map((part) => part.getText());
  const [first = ''] = words.filter((word) => word !== 'null');
  const held = { number: 'number', Uint8Array: 'bytes' }[first] ?? 'text';
  return [name.getText(), `${held}${words.includes('null') ? ' or null' : ''}`];
}
