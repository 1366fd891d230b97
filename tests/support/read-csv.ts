/** The records of a text as RFC 4180 has it: a reader of its own, so that it shares no mistake with the writer. */
export function readCsv(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === separator || sign === '\r') {
      fields.push(field);
      field = '';
      if (sign !== '\r') continue;
      if (text.charAt(at + 1) !== '\n') throw new Error('a record ends without a line feed');
      at += 1;
      records.push(fields);
      fields = [];
    } else field += sign;
  }
  if (field || fields.length > 0) throw new Error('the last record has no end');
  return records;
}
