import { expect, test } from 'vitest';
import { UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readOfx } from '../../../../src/domain/bank-files/formats/ofx.ts';
import { exampleText, expectExample } from './examples.ts';

const statement = (rows: string, after = '') =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>9<ACCTID>1<ACCTTYPE>SAVINGS</BANKACCTFROM><BANKTRANLIST>${rows}</BANKTRANLIST>${after}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const row = (fields: string) => `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105${fields}</STMTTRN>`;

for (const name of ['bank-v1.ofx', 'card-first.qfx', 'card-second.qfx'])
  test(`reads ${name}, also on one line`, () => {
    const text = exampleText(name, 'windows-1252');
    expectExample(readOfx(text), name);
    expectExample(readOfx(text.replaceAll('\n', '')), name);
    expectExample(
      readOfx(text.replaceAll('\n', '\r\n').replaceAll(/<(\w+)>([^<\r]+)/g, '<$1>$2</$1>')),
      name,
    );
  });

test('a currency and a payee written as values are no elements around what follows', () => {
  const { rows } = readOfx(
    statement(
      row('<TRNAMT>-1.00<FITID>1<CURRENCY>USD<NAME>Shop<MEMO>m') +
        row('<TRNAMT>-2.00<PAYEE>Cafe<FITID>2<MEMO>n'),
    ),
  );
  expect(rows).toMatchObject([
    { description: 'Shop', memo: 'm', currency: 'USD', externalId: '1' },
    { description: 'Cafe', memo: 'n', externalId: '2' },
  ]);
});

test('reads several accounts of OFX 2, each with its own currency', () => {
  const file = readOfx(`<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKMSGSRSV1>
<STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>9</BANKID><ACCTID>1</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20260105</DTPOSTED><TRNAMT>-5.00</TRNAMT><FITID>A</FITID><NAME><![CDATA[A & <B>]]></NAME><BANKACCTTO><ACCTID>2</ACCTID></BANKACCTTO></STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>-5.00</BALAMT></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>ILS</CURDEF><CCACCTFROM><ACCTID>4321</ACCTID></CCACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20260106</DTPOSTED><TRNAMT>-37.00</TRNAMT><FITID>A</FITID><MEMO>Only a memo</MEMO><ORIGCURRENCY><CURRATE>3.7</CURRATE><CURSYM>USD</CURSYM></ORIGCURRENCY></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`);
  expect(file.accounts).toEqual([
    { bank: '9', number: '1', type: 'CHECKING' },
    { number: '4321', type: 'CREDITCARD' },
  ]);
  expect(file.currency).toBeNull();
  expect(file.closingBalance).toBeUndefined();
  expect(file.rows).toMatchObject([
    { line: 5, account: 0, currency: 'USD', description: 'A & <B>', externalId: 'A' },
    {
      account: 1,
      currency: 'ILS',
      description: 'Only a memo',
      externalId: 'A',
      original: { amount: '10.00', currency: 'USD' },
    },
  ]);
});

test('reads commas, missing texts and entities that were escaped twice', () => {
  const file = readOfx(
    statement(
      `${row('<TRNAMT>-1.234,50<FITID>1<NAME>M&amp;amp;S &#233;')}${row('<TRNAMT>+0,5<FITID>2<CHECKNUM>77')}`,
      '<LEDGERBAL><BALAMT>-12,30<DTASOF>20260131</LEDGERBAL><AVAILBAL><BALAMT>99,00</AVAILBAL>',
    ),
  );
  expect(file.rows).toMatchObject([
    { amount: '1234.50', type: 'expense', description: 'M&S é' },
    { amount: '0.5', type: 'income', description: '77', reference: '77' },
  ]);
  expect(file.closingBalance).toBe('-12.30');
  const empty = statement('', '<LEDGERBAL><BALAMT>12,30</LEDGERBAL>');
  expect(readOfx(empty)).toMatchObject({ rows: [], closingBalance: '12.30' });
  const mixed = statement(row('<TRNAMT>-45,90<FITID>1'), '<LEDGERBAL><BALAMT>1234.56</LEDGERBAL>');
  expect(readOfx(mixed)).toMatchObject({ rows: [{ amount: '45.90' }], closingBalance: '1234.56' });
});

test('takes corrections, and no id from what repeats', () => {
  const file = readOfx(
    statement(
      [
        row('<TRNAMT>-1.00<FITID>1<NAME>Wrong'),
        row('<TRNAMT>-2.00<FITID>2<NAME>Gone'),
        row('<TRNAMT>-3.00<FITID>3<CORRECTFITID>1<CORRECTACTION>REPLACE<NAME>Right'),
        row('<TRNAMT>-2.00<FITID>4<CORRECTFITID>2<CORRECTACTION>DELETE<NAME>Gone'),
        row('<TRNAMT>-4.00<FITID>0<NAME>One'),
        row('<TRNAMT>-5.00<FITID>0<NAME>Two'),
      ].join('\n'),
    ),
  );
  expect(
    file.rows.map(({ description, externalId, corrects }) => [description, externalId, corrects]),
  ).toEqual([
    ['Right', '3', '1'],
    ['One', undefined, undefined],
    ['Two', undefined, undefined],
  ]);
  expect(file.skipped.map(({ line, reason, externalId }) => [line, reason, externalId])).toEqual([
    [1, 'information', undefined],
    [2, 'information', undefined],
    [4, 'withdrawn', '2'],
  ]);
});

test('takes zeros for nothing, and no comment for a text', () => {
  const file = readOfx(
    statement(
      `<!-- Rows of the month -->${row('<TRNAMT>-1.50000 <!-- Spent --><FITID>0000<CHECKNUM>0<NAME>0000000<MEMO>Power &amp;lt;bill&amp;gt;')}`,
    ),
  );
  expect(file.rows).toEqual([
    { line: 1, date: '2026-01-05', amount: '1.50', type: 'expense', description: 'Power <bill>' },
  ]);
});

test('names rows that cannot be read, and refuses what is no statement', () => {
  const file = readOfx(
    statement(
      `${row('<TRNAMT>x<NAME>A')}\n<STMTTRN><DTPOSTED>20261305<TRNAMT>-1.00<NAME>B</STMTTRN>\n${row('<TRNAMT>0.00<NAME>C')}`,
    ),
  );
  expect(file.errors).toEqual([
    { line: 1, reason: 'amount', text: 'A' },
    { line: 2, reason: 'date', text: 'B' },
  ]);
  expect(file.skipped).toEqual([{ line: 3, reason: 'zero', text: 'C' }]);
  expect(readOfx('<OFX><STMTRS><STMTTRN><DTPOSTED>20260105<TRNAMT>-1').errors).toEqual([
    { line: 1, reason: 'columns' },
  ]);
  for (const text of ['', 'Date,Amount', '<OFX><SIGNONMSGSRSV1></OFX>'])
    expect(() => readOfx(text)).toThrow(UnreadableFile);
});
