import { readFileSync } from 'node:fs';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  type Cell,
  type Sheet,
  type Table,
  UnreadableFile,
} from '../../../src/domain/bank-files/bank-file.ts';
import { readCsv } from '../../../src/domain/bank-files/formats/csv.ts';
import { detect } from '../../../src/domain/bank-files/formats/detect.ts';
import { decode, encodingOf } from '../../../src/domain/bank-files/formats/encoding.ts';
import { readHtml } from '../../../src/domain/bank-files/formats/html.ts';
import { readMhtml } from '../../../src/domain/bank-files/formats/mhtml.ts';
import { readOds } from '../../../src/domain/bank-files/formats/ods.ts';
import { readXls } from '../../../src/domain/bank-files/formats/xls.ts';
import { readXlsx } from '../../../src/domain/bank-files/formats/xlsx.ts';
import { readXmlSpreadsheet } from '../../../src/domain/bank-files/formats/xml-spreadsheet.ts';
import { compoundFile, records } from './compound-file.ts';
import { EXAMPLES } from './expected.ts';
import { workbook } from './workbook.ts';

const file = (name: string, folder: URL = EXAMPLES) => new Uint8Array(readFileSync(new URL(name, folder)));
const WORKBOOKS = new URL('./workbooks/', import.meta.url);
const READERS = { csv: readCsv, html: readHtml, xls: readXls, xlsx: readXlsx };
const bytes = (text: string) => new TextEncoder().encode(text);
const cellsOf = ({ sheets }: Table): Cell[][] => sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells));
const linesOf = ({ sheets }: Table): number[] => sheets.flatMap(({ rows }) => rows.map(({ line }) => line));
/** Text of one byte a letter. */
const narrow = (...codes: (number | string)[]) =>
  new Uint8Array(
    codes.flatMap((code) =>
      typeof code === 'number' ? [code] : [...code].map((letter) => letter.charCodeAt(0)),
    ),
  );

describe('what a file is', () => {
  test.each([
    ['bank-us.qif', 'qif'],
    ['bank-v1.ofx', 'ofx'],
    ['card-first.qfx', 'ofx'],
    ['camt053-v2.xml', 'camt053'],
    ['bad-xxe.xml', 'camt053'],
    ['mt940-structured.sta', 'mt940'],
    ['leumi-account.xls', 'html'],
    ['beinleumi-account.xls', 'xls'],
    ['max-card.xlsx', 'xlsx'],
    ['csv-utf16-tab.tsv', 'csv'],
    ['firefly-export.csv', 'csv'],
  ])('%s is %s', (name, format) => {
    expect(detect(file(name))).toBe(format);
  });

  test('Hebrew of DOS is named, other letters of these bytes are not taken for it', () => {
    const dos = narrow(
      ...'\x9a\x80\x98\x89\x8a,\x9a\x89\x80\x85\x98,\x91\x8b\x85\x8d\n01/05/2026,\x84\x94\x97\x83\x84,12.00\n',
    );
    expect(() => detect(dos)).toThrow('dos_hebrew');
    expect(detect(narrow('Date,Name,Amount\n01/05/2026,\x93Caf\xe9\x94 \x80,12.00\n'))).toBe('csv');
  });

  test.each([
    ['{"format":"pruta","version":3}', 'account'],
    ['<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>', 'ofx'],
    ['{1:F01}{2:O940}{4:\r\n:20:X\r\n:25:1\r\n:60F:C260101EUR1,00\r\n:62F:C260101EUR1,00\r\n-}', 'mt940'],
    ['<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"/>', 'camt053'],
    ['Date,Amount', 'csv'],
  ])('%s is %s', (text, format) => {
    expect(detect(bytes(text))).toBe(format);
  });

  test.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \r\n\t\n', 'empty'],
    ['a mark of byte order alone', '\ufeff', 'empty'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'unsupported'],
    ['a letter', 'Dear customer\nwe regret\nto say', 'unsupported'],
    ['other XML', '<?xml version="1.0"?><note a="1,2">1,2</note>', 'unsupported'],
    ['other JSON', '[{"a":1,"b":2}]', 'unsupported'],
    ['control characters', '\u0001\u0002,\u0003\n\u0001\u0002,\u0003', 'unreadable'],
  ])('%s is refused', (_, text, reason) => {
    expect(() => detect(bytes(text))).toThrow(expect.objectContaining({ reason }));
  });

  test('archives and binary rubbish are refused', () => {
    const document = zipSync({ 'word/document.xml': strToU8('<w/>') });
    expect(() => detect(document)).toThrow(expect.objectContaining({ reason: 'unsupported' }));
    for (const archive of [
      zipSync({ 'a.xml': strToU8('<a/>') }),
      bytes('Rar!\u001a\u0007'),
      gzipSync(bytes('a')),
    ])
      expect(() => detect(archive)).toThrow(expect.objectContaining({ reason: 'archive' }));
    expect(() => detect(file('bad-binary.csv'))).toThrow(expect.objectContaining({ reason: 'unreadable' }));
    expect(() => detect(file('bad-empty.csv'))).toThrow(expect.objectContaining({ reason: 'empty' }));
  });
});

describe('letters', () => {
  const wide = (text: string, isBig: boolean, mark = '') => {
    const buffer = Buffer.from(mark + text, 'utf16le');
    return new Uint8Array(isBig ? buffer.swap16() : buffer);
  };

  test.each([
    ['UTF-8', bytes('תאריך,é')],
    ['UTF-8 with a mark', bytes('\ufeffתאריך,é')],
    ['UTF-16 LE with a mark', wide('תאריך,é', false, '\ufeff')],
    ['UTF-16 BE with a mark', wide('תאריך,é', true, '\ufeff')],
  ])('%s', (_, text) => {
    expect(decode(text)).toBe('תאריך,é');
  });

  test('UTF-16 without a mark is known by the zero bytes', () => {
    for (const isBig of [false, true])
      expect(decode(wide('תאריך;סכום\r\n01/02/2026;12.50', isBig))).toBe('תאריך;סכום\r\n01/02/2026;12.50');
  });

  test('Hebrew and Latin letters of one byte are told apart', () => {
    expect(decode(narrow(0xf9, 0xec, 0xe5, 0xed, ' 5 ', 0xa4))).toBe('שלום 5 ₪');
    expect(decode(narrow('Caf', 0xe9, ' M', 0xfc, 'ller 5 ', 0x80))).toBe('Café Müller 5 €');
  });

  test('a declared encoding holds, and one that the bytes contradict does not', () => {
    expect(
      decode(narrow('OFXHEADER:100\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX>', 0xe0, 0xe9)),
    ).toContain('àé');
    expect(decode(narrow('<?xml version="1.0" encoding="ISO-8859-1"?>', 0xe0, 0xe9))).toContain('àé');
    expect(decode(narrow('<meta charset=utf-8><table>', 0xf9, 0xec))).toContain('של');
  });

  test('one letter that is cut in two makes no other encoding', () => {
    const text = bytes(`${'תאריך '.repeat(20)}`);
    expect(encodingOf(text.subarray(0, text.length - 2))).toBe('utf-8');
  });
});

describe('CSV', () => {
  test('lines are those of the file, past quoted line breaks and blank lines', () => {
    const table = readCsv(file('csv-signed.csv'));
    expect(table.sheets[0]?.rows[5]).toEqual({
      line: 6,
      cells: ['2026-03-03', 'Salary March\nNorthwind Tools Ltd', '12,450.00', '17,403.50'],
    });
    expect(linesOf(table)).toEqual([1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 15, 16, 17, 19]);
  });

  test.each([
    [',', 'a,b,c\n1,"x;y;z",3\n4,5,6'],
    [';', 'Konto;DE12\n\nTag;Text;Betrag\n1.2.26;A, B;1.234,56\n2.2.26;C, D, E;2,00'],
    ['\t', 'a\tb, c\tc\n1\t2, 3\t4\n'],
    ['|', 'a|b|c\n1|2,5|3\n'],
  ])('cells are parted by %j', (delimiter, text) => {
    expect(cellsOf(readCsv(bytes(text))).at(-1)).toEqual(text.trimEnd().split('\n').at(-1)?.split(delimiter));
  });

  test('quotes inside a cell are letters, and doubled ones are one', () => {
    expect(cellsOf(readCsv(bytes('שם,סכום\nסופר בע"מ,5\n"ה""בית""",6\n"דן" בע"מ,7')))).toEqual([
      ['שם', 'סכום'],
      ['סופר בע"מ', '5'],
      ['ה"בית"', '6'],
      ['"דן" בע"מ', '7'],
    ]);
  });

  test('line breaks of every kind end a line', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(linesOf(readCsv(bytes(['a,b', '', '1,2', '3,4'].join(end))))).toEqual([1, 3, 4]);
  });

  test('a hint of the separator is no row', () => {
    expect(readCsv(bytes('sep=;\r\na;b,c\r\n1;2,5\r\n')).sheets[0]?.rows).toEqual([
      { line: 2, cells: ['a', 'b,c'] },
      { line: 3, cells: ['1', '2,5'] },
    ]);
  });

  test('a quote that is never closed names the line where it begins', () => {
    expect(() => readCsv(bytes('a,b\n1,2\n"3,4\n5,6\n'))).toThrow(
      expect.objectContaining({ reason: 'unreadable', line: 3 }),
    );
  });

  test('more lines or columns than a bank writes are refused', () => {
    const tooLarge = expect.objectContaining({ reason: 'too_large' });
    expect(() => readCsv(bytes('a,b\n'.repeat(103_000)))).toThrow(tooLarge);
    expect(() => readCsv(bytes('a,'.repeat(300)))).toThrow(tooLarge);
  });
});

describe('pages named .xls', () => {
  const rowsOf = (html: string) => cellsOf(readHtml(bytes(html)));

  test('the example has its header in row 12', () => {
    const { rows } = readHtml(file('leumi-account.xls')).sheets[0] as Sheet;
    expect(rows.find(({ line }) => line === 12)?.cells.slice(0, 3)).toEqual(['תאריך', 'תאריך ערך', 'תיאור']);
    expect(rows).toHaveLength(21);
  });

  test('cells without ends, spans, entities, breaks and comments', () => {
    expect(
      rowsOf(
        '<TABLE><TR><TD>a<TD colspan=2>b &amp; c &#8362;<TD>d<br>e<tr><td rowspan=2>f<td>g<!-- <td>no --><tr><td>h</table>',
      ),
    ).toEqual([
      ['a', 'b & c ₪', '', 'd\ne'],
      ['f', 'g'],
      ['', 'h'],
    ]);
  });

  test('tables in tables come in the order of the page, and scripts are no text', () => {
    expect(
      rowsOf(
        '<table><tr><td>out<table><tr><th>in 1</th></tr><tr><td>in 2</table></td><td>side<script>bad()</script></td></tr></table><table><tr><td>last',
      ),
    ).toEqual([['in 1'], ['in 2'], ['out', 'side'], ['last']]);
  });
});

describe('XLSX', () => {
  test('texts, numbers and days of every kind of cell', () => {
    const table = readXlsx(
      workbook({
        sheets: {
          'One &amp; two': `<row r="3"><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>0</v></c><c r="E3" t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c></row>
            <row r="7"><c r="A7" s="1"><v>46062</v></c><c r="B7" s="2"><v>46062.75</v></c><c r="C7" s="3"><v>0.5</v></c><c r="D7"><v>46062</v></c><c r="E7" s="4"><v>-12.5</v></c></row>
            <row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>text</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-02-09T00:00:00</v></c></row>`,
          Hidden: '<row r="1"><c r="A1"><v>1E3</v></c></row>',
        },
        sharedStrings:
          '<si><t>line_x000D_\nbreak _x005F_x000D_</t></si><si><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r><rPh><t>said</t></rPh></si>',
        formats: [0, 14, 170, 20, 171],
        codes: { 170: '[$-40D]dd/mm/yyyy\\ hh:mm;@', 171: '&quot;day&quot; #,##0.00;[Red]-#,##0.00' },
      }),
    );
    expect(table).toEqual({
      format: 'xlsx',
      is1904: false,
      sheets: [
        {
          name: 'One & two',
          rows: [
            { line: 3, cells: ['', 'rich text', 'line\r\nbreak _x000D_', '', 'inline'] },
            { line: 7, cells: [{ date: '2026-02-09' }, { date: '2026-02-09' }, 0.5, 46062, -12.5] },
            { line: 8, cells: [2, 'text', 'TRUE', '#N/A', { date: '2026-02-09' }] },
          ],
        },
        { name: 'Hidden', rows: [{ line: 1, cells: [1000] }] },
      ],
    });
  });

  test('days counted from 1904', () => {
    const table = readXlsx(
      workbook({ sheets: { A: '<row><c s="1"><v>44600</v></c></row>' }, formats: [0, 14], is1904: true }),
    );
    expect(table).toMatchObject({ is1904: true });
    expect(cellsOf(table)).toEqual([[{ date: '2026-02-09' }]]);
  });

  test('rows and cells that do not say where they are follow those before', () => {
    const cell = (where: string, value: number) => `<c${where}><v>${value}</v></c>`;
    const rows = `<row r="4">${cell(' r="B4"', 1)}${cell('', 2)}${cell(' r="4"', 3)}</row><row r="x">${cell('', 4)}</row>`;
    expect(readXlsx(workbook({ sheets: { A: rows } })).sheets[0]?.rows).toEqual([
      { line: 4, cells: ['', 1, 2, 3] },
      { line: 5, cells: [4] },
    ]);
  });

  test('prefixes and absolute paths of parts', () => {
    const table = readXlsx(
      workbook({
        sheets: { A: '' },
        parts: {
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="/xl/deep/a.xml"/></Relationships>',
          'xl/deep/a.xml':
            '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="A2"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        },
      }),
    );
    expect(table.sheets).toEqual([{ name: 'A', rows: [{ line: 2, cells: [5] }] }]);
  });

  test('a small archive that unpacks to much is refused', () => {
    expect(() => readXlsx(file('bad-bomb.xlsx'))).toThrow(expect.objectContaining({ reason: 'too_large' }));
  });

  test('entities, broken archives and cells far outside are refused', () => {
    const entity = workbook({
      sheets: { A: '' },
      parts: {
        'xl/worksheets/part0.xml':
          '<!DOCTYPE a [<!ENTITY leak SYSTEM "file:///etc/hostname">]><worksheet><sheetData><row><c t="str"><v>&leak;</v></c></row></sheetData></worksheet>',
      },
    });
    const far = workbook({ sheets: { A: '<row r="1"><c r="XFD1"><v>1</v></c></row>' } });
    const whole = file('cal-card.xlsx');
    expect(() => readXlsx(entity)).toThrow(expect.objectContaining({ reason: 'unreadable' }));
    expect(() => readXlsx(whole.subarray(0, whole.length - 40))).toThrow(
      expect.objectContaining({ reason: 'unreadable' }),
    );
    expect(() => readXlsx(far)).toThrow(expect.objectContaining({ reason: 'too_large', line: 1 }));
  });
});

describe('binary XLS', () => {
  test('the example, with its days', () => {
    const { rows } = readXls(file('beinleumi-account.xls')).sheets[0] as Sheet;
    expect(rows).toHaveLength(15);
    expect(rows.find(({ line }) => line === 13)?.cells).toEqual([
      ...[' ', 10350.23, { date: '2026-02-11' }, ' ', 640, 'שיק 1050', 1050, 'שיק', { date: '2026-02-10' }],
    ]);
  });

  test('texts over several records, results of formulas, and hidden sheets', () => {
    const { sheets } = readXls(file('long-texts.xls', WORKBOOKS));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['תנועות', 61],
      ['Hidden', 1],
    ]);
    sheets[0]?.rows.slice(1).forEach(({ line, cells }, index) => {
      const text =
        index % 2
          ? `Café number ${index} ${'and more words '.repeat(8)}`
          : `בית קפה ${index} ${'עוד מילים '.repeat(9)}`;
      const amount = (index + 1) * -1.25;
      expect(line).toBe(index + 3);
      expect(cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(2)) : cell))).toEqual([
        { date: new Date(Date.UTC(2026, 1, 9 + index)).toISOString().slice(0, 10) },
        ...[text, amount, Number((index * 1000.01).toFixed(2)), index + 5, `${text}!`, amount * 2],
      ]);
    });
    expect(sheets[1]?.rows).toEqual([{ line: 1, cells: ['hidden text', 'TRUE'] }]);
  });

  test('days counted from 1904', () => {
    const table = readXls(file('from-1904.xls', WORKBOOKS));
    expect(table.is1904).toBe(true);
    expect(cellsOf(table)[1]?.[0]).toEqual({ date: '2026-02-09' });
  });

  test('a workbook of Excel 95 with letters of one byte, in a small stream', () => {
    const name = [0xfa, 0xe5];
    const globals = (at: number, extra: [number, number[]][] = []) =>
      records(
        [0x809, [0x00, 0x05, 0x05, 0x00]],
        [0x42, [0xe7, 0x04]],
        ...extra,
        [0xe0, [0, 0, 0, 0]],
        [0xe0, [0, 0, 14, 0]],
        [0x85, [at, 0, 0, 0, 2, 0, name.length, ...name]],
        [0x0a, []],
      );
    const sheet = records(
      [0x809, [0x00, 0x05, 0x10, 0x00]],
      [0x204, [4, 0, 0, 0, 0, 0, 2, 0, 0xf9, 0xec]],
      [0xd6, [4, 0, 1, 0, 0, 0, 2, 0, 0xe0, 0xe1, 0]],
      // Two numbers of four bytes: 46062 as an integer, shown as a day, and 12.5 in hundredths.
      [0xbd, [5, 0, 0, 0, 1, 0, 0xba, 0xcf, 0x02, 0, 0, 0, 0x8b, 0x13, 0, 0, 1, 0]],
      [0x0a, []],
    );
    const table = readXls(compoundFile('Book', Buffer.concat([globals(globals(0).length), sheet])));
    expect(table.sheets).toEqual([
      {
        name: 'תו',
        rows: [
          { line: 5, cells: ['של', 'אב'] },
          { line: 6, cells: [{ date: '2026-02-09' }, 12.5] },
        ],
      },
    ]);
    const unsupported = expect.objectContaining({ reason: 'unsupported' });
    expect(() => readXls(compoundFile('Book', globals(0, [[0x2f, [0, 0]]])))).toThrow(unsupported);
    expect(() => readXls(compoundFile('WordDocument', sheet))).toThrow(unsupported);
  });

  test('a file that is cut is refused', () => {
    const whole = file('beinleumi-account.xls');
    expect(() => readXls(whole.subarray(0, 520))).toThrow(expect.objectContaining({ reason: 'unreadable' }));
  });
});

test.each([
  ['actual-export.csv', 12, 1],
  ['csv-ambiguous-dates.csv', 11, 1],
  ['csv-hebrew-1255.csv', 14, 1],
  ['csv-semicolon-euro.csv', 16, 7],
  ['csv-utf16-tab.tsv', 10, 1],
  ['ezbookkeeping-export.csv', 10, 1],
  ['firefly-export.csv', 10, 1],
  ['hapoalim-account.xlsx', 16, 6],
  ['discount-account.xlsx', 18, 8],
  ['max-card.xlsx', 32, 4],
  ['cal-card.xlsx', 16, 5],
  ['isracard-card.xlsx', 25, 0],
])('%s has %i lines, and its widest begin at line %i', (name, lines, header) => {
  const bytesOfFile = file(name);
  const format = detect(bytesOfFile) as keyof typeof READERS;
  const { sheets } = READERS[format](bytesOfFile);
  const rows = sheets.flatMap((sheet) => sheet.rows);
  expect(rows).toHaveLength(lines);
  const widest = Math.max(...(sheets[0]?.rows ?? []).map(({ cells }) => cells.length));
  if (header > 0) expect(sheets[0]?.rows.find(({ cells }) => cells.length === widest)?.line).toBe(header);
});

describe('spreadsheets that are XML', () => {
  const SPREADSHEET = 'urn:schemas-microsoft-com:office:spreadsheet';
  const xml = (inside: string) =>
    bytes(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${SPREADSHEET}" xmlns:ss="${SPREADSHEET}">${inside}</Workbook>`,
    );
  const data = (type: string, value: string) => `<Data ss:Type="${type}">${value}</Data>`;
  const ods = (content: string, parts: Record<string, Uint8Array> = {}) =>
    zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': strToU8(
        `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body>${content}</office:body></office:document-content>`,
      ),
      ...parts,
    });
  const cell = (attributes: string, text = '') =>
    `<table:table-cell ${attributes}>${text ? `<text:p>${text}</text:p>` : ''}</table:table-cell>`;

  test('XML Spreadsheet 2003: places, types, merged cells, comments and several sheets', () => {
    const made = xml(`<Worksheet ss:Name="א"><Table>
<Row><Cell ss:MergeAcross="1">${data('String', 'כותרת &amp; עוד')}</Cell><Cell>${data('String', 'C')}</Cell></Row>
<Row ss:Index="4"><Cell ss:Index="2">${data('DateTime', '2014-09-30T00:00:00.000')}<Comment>${data('String', 'note')}</Comment></Cell><Cell>${data('Number', '-215.5')}</Cell><Cell>${data('Number', '')}</Cell><Cell><ss:Data ss:Type="String"><B>b</B>old</ss:Data></Cell><Cell>${data('Number', '0x10')}</Cell></Row>
</Table></Worksheet><Worksheet ss:Name="B"><Table><Row><Cell>${data('Boolean', '1')}</Cell></Row></Table></Worksheet>`);
    expect(detect(made)).toBe('xml');
    expect(readXmlSpreadsheet(made)).toEqual({
      format: 'xml',
      sheets: [
        {
          name: 'א',
          rows: [
            { line: 1, cells: ['כותרת & עוד', '', 'C'] },
            { line: 4, cells: ['', { date: '2014-09-30' }, -215.5, '', 'bold', '0x10'] },
          ],
        },
        { name: 'B', rows: [{ line: 1, cells: ['1'] }] },
      ],
    });
    for (const bad of ['<Worksheet>', `<Worksheet><Table><Row><Cell>${data('String', '&x;')}</Cell></Row>`])
      expect(() => readXmlSpreadsheet(xml(bad))).toThrow(UnreadableFile);
    const far = `<Worksheet><Table><Row><Cell ss:Index="1000000">${data('String', 'a')}</Cell></Row></Table></Worksheet>`;
    expect(() => readXmlSpreadsheet(xml(far))).toThrow(expect.objectContaining({ reason: 'too_large' }));
  });

  test('ODS: types, repeated cells and rows, lines of text and notes', () => {
    const made =
      ods(`<table:table table:name="גיליון"><table:table-row table:number-rows-repeated="3">${cell('table:number-columns-repeated="16384"')}</table:table-row>
<table:table-row>${cell('office:value-type="date" office:date-value="2026-07-01T10:00:00"', '01/07/26')}${cell('table:number-columns-repeated="2"')}${cell('office:value-type="currency" office:value="-12.5"', '₪ 12.50-')}<table:covered-table-cell/><table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>a<text:s/>b</text:p><text:p>c</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2">${cell('office:value-type="float" office:value="7" table:number-columns-repeated="2"', '7')}</table:table-row>
<table:table-row table:number-rows-repeated="1048570">${cell('table:number-columns-repeated="16384"')}</table:table-row></table:table>`);
    expect(detect(made)).toBe('ods');
    expect(readOds(made)).toEqual({
      format: 'ods',
      sheets: [
        {
          name: 'גיליון',
          rows: [
            { line: 4, cells: [{ date: '2026-07-01' }, '', '', -12.5, '', 'a b\nc'] },
            { line: 5, cells: [7, 7] },
            { line: 6, cells: [7, 7] },
          ],
        },
      ],
    });
    for (const [attribute, of] of [
      ['table:number-columns-repeated="99999999"', ''],
      ['', 'table:number-rows-repeated="99999999"'],
    ]) {
      const many = `<table:table><table:table-row ${of}>${cell(`office:value-type="float" office:value="7" ${attribute}`, '7')}</table:table-row></table:table>`;
      expect(() => readOds(ods(many))).toThrow(expect.objectContaining({ reason: 'too_large' }));
    }
    const blank = `<table:table><table:table-row table:number-rows-repeated="1000000000000000">${cell('', ' ')}</table:table-row></table:table>`;
    expect(readOds(ods(blank)).sheets).toMatchObject([{ rows: [] }]);
    expect(() => readOds(zipSync({ mimetype: strToU8('x') }))).toThrow(UnreadableFile);
  });
});

describe('pages as messages', () => {
  const page =
    '<html><head><meta charset="utf-8"></head><table><tr><td>ב</td><td>1=2</td></tr></table></html>';
  const message = (encoding: string, body: string) =>
    `From: <Saved by Blink>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="--=_7"\r\n\r\n----=_7\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n----=_7\r\nContent-Type: image/png\r\n\r\nx\r\n----=_7--\r\n`;
  const quoted = [...new TextEncoder().encode(page)]
    .map((byte) =>
      byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join('')
    .replace('<table>', '<ta=\r\nble>');

  test.each([
    ['quoted-printable', quoted],
    ['base64', Buffer.from(page).toString('base64').replace(/.{60}/g, '$&\r\n')],
    ['8bit', page],
  ])('in %s', (encoding, body) => {
    const made = bytes(message(encoding, body));
    expect(detect(made)).toBe('mhtml');
    expect(cellsOf(readMhtml(made))).toEqual([['ב', '1=2']]);
  });

  test('without a page they are refused', () => {
    expect(() => readMhtml(bytes('MIME-Version: 1.0\nContent-Type: text/html'))).toThrow(UnreadableFile);
  });
});
