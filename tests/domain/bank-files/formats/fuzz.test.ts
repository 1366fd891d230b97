import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { test } from 'vitest';
import { type BankFile, UnreadableFile } from '../../../../src/domain/bank-files/bank-file.ts';
import { readCamt053 } from '../../../../src/domain/bank-files/formats/camt053.ts';
import { readMt940 } from '../../../../src/domain/bank-files/formats/mt940.ts';
import { readOfx } from '../../../../src/domain/bank-files/formats/ofx.ts';
import { readQif } from '../../../../src/domain/bank-files/formats/qif.ts';
import { exampleText } from './examples.ts';

const FORMATS: [name: string, read: (text: string) => BankFile][] = [
  ['bank-v1.ofx', readOfx],
  ['bank-us.qif', readQif],
  ['mt940-structured.sta', readMt940],
  ['camt053-v2.xml', readCamt053],
];

for (const [name, read] of FORMATS)
  test(`reads or refuses what was ${name}`, () => {
    // Parts of the example in any order, with rubbish between them.
    const pieces = exampleText(name).split(/(?<=[\n>:^?])/);
    const text = array(oneof({ weight: 8, arbitrary: constantFrom(...pieces) }, string({ unit: 'binary' })), {
      maxLength: 200,
    });
    const isRead = (whole: string) => {
      let file: BankFile;
      try {
        file = read(whole);
      } catch (error) {
        return error instanceof UnreadableFile;
      }
      return file.rows.every(
        ({ date, amount, line }) =>
          /^\d{4}-\d\d-\d\d$/.test(date) &&
          /^\d+(?:\.\d+)?$/.test(amount) &&
          /[1-9]/.test(amount) &&
          line > 0,
      );
    };
    assert(property(text, (parts) => isRead(parts.join(''))));
    // And one change in what is whole.
    assert(
      property(text, constantFrom(...pieces.keys()), ([part = ''], place) =>
        isRead(pieces.with(place, part).join('')),
      ),
    );
  });
