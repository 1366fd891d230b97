import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../bank-file.ts';
import type { Archive } from './unzip.ts';

/** Begins and ends of elements without their prefixes, and texts. */
export interface Handler {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function parserOf(handler: Handler): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  // Entities and outside parts are declared there, and no spreadsheet writes one.
  const refuse = () => {
    throw new UnreadableFile('unreadable');
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', ({ name, attributes }) => handler.open?.(local(name), attributes));
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  if (handler.text) {
    parser.on('text', (text) => handler.text?.(text));
    parser.on('cdata', (text) => handler.text?.(text));
  }
  return parser;
}

export function parseText(text: string, handler: Handler): void {
  parserOf(handler).write(text).close();
}

/** @returns false where the archive has no such part */
export function parsePart(archive: Archive, path: string, handler: Handler): boolean {
  const parser = parserOf(handler);
  let decoder: TextDecoder | null = null;
  return archive.read(path, (chunk, isLast) => {
    decoder ??= new TextDecoder(encodingOfPart(chunk));
    parser.write(decoder.decode(chunk, { stream: !isLast }));
    if (isLast) parser.close();
  });
}

/** The value of an attribute, whatever its prefix. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  for (const key in attributes) if (local(key) === name) return attributes[key];
  return undefined;
}

function encodingOfPart([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
