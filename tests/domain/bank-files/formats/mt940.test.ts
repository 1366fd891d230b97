import { expect, test } from 'vitest';
import { UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readMt940 } from '../../../../src/domain/bank-files/formats/mt940.ts';
import { exampleText, expectExample } from './examples.ts';

test('reads mt940-structured.sta, whatever its line breaks', () => {
  const text = exampleText('mt940-structured.sta');
  expectExample(readMt940(text), 'mt940-structured.sta');
  expectExample(readMt940(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')), 'mt940-structured.sta');
});

test('reads several statements in blocks of SWIFT', () => {
  const file = readMt940(`{1:F01BANKDEFFXXXX0000000000}{2:O9400000000000BANKDEFFXXXX00000000000000000000N}{4:
:20:ONE
:25:DE39999999990012345678EUR
:28C:1/1
:60F:C251230EUR100,
:61:2512310102CR50,NTRFREF1//B1
:86:A free text that goes on over the end of its line because it has many
 words
:61:260102D1,5NMSCNONREF
:62M:C260102EUR148,5
-}{5:{CHK:000000000000}}
{1:F01BANKDEFFXXXX0000000000}{4:
:20:TWO
:25:DE39999999990012345678EUR
:60M:C260102EUR148,5
:61:2601021231RCR3,NTRFNONREF//B2
/OCMT/USD3,30/
:86:/TRTP/SEPA/IBAN/NL00/NAME/J Jansen/REMI/USTD//Back to you/EREF/X1
:61:2601030103RD2,NTRFNONREF//B3
:61:2601030103D4,NTRFNONREF//B3
:62F:D260103EUR1,5
:86:Of the statement, not of a row
-}`);
  expect(file.accounts).toEqual([{ iban: 'DE39999999990012345678' }]);
  expect(file).toMatchObject({ currency: 'EUR', openingBalance: '100', closingBalance: '-1.5' });
  expect(file.errors).toEqual([]);
  expect(file.rows).toMatchObject([
    {
      date: '2026-01-02',
      valueDate: '2025-12-31',
      amount: '50',
      type: 'income',
      externalId: 'B1',
      reference: 'REF1',
      description: 'A free text that goes on over the end of its line because it has many words',
    },
    { date: '2026-01-02', amount: '1.5', type: 'expense', description: 'NMSC' },
    {
      date: '2025-12-31',
      amount: '3',
      type: 'expense',
      isReversal: true,
      externalId: 'B2',
      payee: 'J Jansen',
      description: 'Back to you',
      original: { amount: '3.30', currency: 'USD' },
    },
    { amount: '2', type: 'income', isReversal: true, reference: 'B3' },
    { amount: '4', type: 'expense', reference: 'B3' },
  ]);
  expect(file.rows[4]).not.toHaveProperty('externalId');
});

test('keeps accounts and their currencies apart', () => {
  const file = readMt940(
    [':20:A', ':25:1', ':60F:C260101EUR1,00', ':61:260102D1,NMSCNONREF', ':62F:C260102EUR0,00', '-']
      .concat([
        ':20:B',
        ':25:2',
        ':60F:C260101USD1,00',
        ':61:260102D1,NMSCNONREF',
        ':62F:C260102USD0,00',
        '-',
      ])
      .join('\r\n'),
  );
  expect(file.accounts).toEqual([{ number: '1' }, { number: '2' }]);
  expect(file.rows).toMatchObject([
    { account: 0, currency: 'EUR' },
    { account: 1, currency: 'USD' },
  ]);
  expect(file).not.toHaveProperty('openingBalance');
});

test('names lines that cannot be read, and refuses what is no statement', () => {
  const file = readMt940(':20:A\n:25:1\n:60F:C260101EUR1,00\n:61:never\n:86:text\n:61:261302D1,NMSC\n');
  expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'columns'],
    [6, 'date'],
  ]);
  for (const text of ['', ':20:A', 'Date,Amount']) expect(() => readMt940(text)).toThrow(UnreadableFile);
});
