import { lineAt, type Problem, type Source } from './sources.ts';

/** Language → area → key → text. */
export type Texts = Record<string, Record<string, Record<string, string>>>;

// i18next's suffixes; Hebrew has a dual form.
const PLURALS: Record<string, string[]> = { en: ['one', 'other'], he: ['one', 'two', 'other'] };

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Finds keys, plural forms and `{{parameters}}` that differ between languages, and empty texts. */
export function compareLanguages(texts: Texts): Problem[] {
  const languages = Object.keys(texts);
  const stems = new Set(
    languages.flatMap((language) =>
      Object.entries(texts[language] ?? {}).flatMap(([area, entries]) =>
        Object.keys(entries).map((key) => `${area}:${stemOf(key, entries)}`),
      ),
    ),
  );
  return [...stems].sort().flatMap((stem) => compareStem(texts, languages, stem));
}

function compareStem(texts: Texts, languages: string[], name: string): Problem[] {
  const separator = name.indexOf(':');
  const area = name.slice(0, separator);
  const stem = name.slice(separator + 1);
  const entriesOf = (language: string) => texts[language]?.[area] ?? {};
  const isPlural = languages.some((language) => `${stem}_other` in entriesOf(language));
  const problems = languages.flatMap((language) => {
    const required = isPlural ? (PLURALS[language] ?? ['other']).map((form) => `${stem}_${form}`) : [stem];
    const forms = Object.keys(entriesOf(language)).filter((key) => stemOf(key, entriesOf(language)) === stem);
    return [
      ...required
        .filter((key) => !(key in entriesOf(language)))
        .map((key) => `${language}/${area}.json lacks ${key}`),
      ...forms
        .filter((key) => !required.includes(key))
        .map((key) => `${language}/${area}.json: this language has no form ${key}`),
      ...required
        .filter((key) => entriesOf(language)[key]?.trim() === '')
        .map((key) => `${language}/${area}.json: ${key} is empty`),
    ];
  });
  const parameters = languages.map((language) => parametersOf(entriesOf(language), stem, isPlural));
  if (problems.length === 0 && new Set(parameters).size > 1) {
    problems.push(`${name} has other parameters in each language: ${parameters.join(' | ')}`);
  }
  return problems;
}

// "_one" at the end of a key marks a plural only if "_other" exists.
function stemOf(key: string, entries: Record<string, string>): string {
  const stem = key.replace(PLURAL, '');
  return `${stem}_other` in entries ? stem : key;
}

/** Sorted and joined; a form such as "one transaction" may omit the count. */
function parametersOf(entries: Record<string, string>, stem: string, isPlural: boolean): string {
  const forms = Object.entries(entries).filter(([key]) => stemOf(key, entries) === stem);
  const parameters = forms.flatMap(([, text]) =>
    [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name),
  );
  const names = [...new Set(parameters)].filter((name) => !(isPlural && name === 'count'));
  return names.sort().join(', ') || 'none';
}

/**
 * Finds unused keys. A key is used if the sources contain `area:key`, if a comment declares it (`texts: area:prefix*`), or
 * if a template such as `errors:${code}` makes it of words that stand in the sources as a text or as the name of a
 * property.
 */
export function findUnusedTexts(texts: Texts, code: Source[]): Problem[] {
  const all = code.map(({ text }) => text).join('\n');
  const areas = Object.keys(texts.en ?? {});
  const keys = code.flatMap((source) => keysIn(source, areas).map(({ name }) => name));
  const named = new Set([...keys, ...[...all.matchAll(/\b[\w-]+:[\w.-]+/g)].map(([name]) => name)]);
  const declared = [...all.matchAll(/texts: ([\w-]+:[\w.-]*)\*/g)].map(([, prefix = '']) => prefix);
  const words = new Set(
    [...all.matchAll(/(['"`])([\w. -]+)\1|\b(\w+)\??:/g)].flatMap(([, , text, property = '']) =>
      text ? text.split(' ') : property,
    ),
  );
  const isWritten = (part: string) => words.has(part) || part.split('-').every((word) => words.has(word));
  const patterns = [...new Set(keys)]
    .filter((name) => name.includes('$'))
    .map((name) => new RegExp(`^${fixedParts(name).join('(.+?)')}$`));
  const isBuilt = (name: string) => patterns.some((pattern) => pattern.exec(name)?.slice(1).every(isWritten));
  const problems = Object.entries(texts.en ?? {}).flatMap(([area, entries]) =>
    Object.keys(entries)
      .map((key) => `${area}:${stemOf(key, entries)}`)
      .filter(
        (name) => !named.has(name) && !declared.some((prefix) => name.startsWith(prefix)) && !isBuilt(name),
      )
      .map((name) => `${name} is used nowhere`),
  );
  return [...new Set(problems)];
}

/** Browser events that look like keys. */
const EVENTS = ['list:shown', 'list:announce'];

const EXPRESSION = String.raw`\$\{(?:[^{}]|\{[^{}]*\})*\}`;

/** A choice of two literals: `isMany ? 'many' : 'one'`. */
const CHOICE = /^\$\{[^?`]*\?\s*'([\w.-]*)'\s*:\s*'([\w.-]*)'\s*\}$/;

interface NamedKey {
  /** As written, with a template's expressions. */
  name: string;
  /** Possible values at run time, with the area. */
  pattern: RegExp;
  line: number;
}

/** Keys of these areas in strings and templates. */
function keysIn({ text }: Source, areas: string[]): NamedKey[] {
  const key = `(?:${areas.join('|')}):`;
  const literals = new RegExp(`(['"])(${key}[\\w.-]+)\\1|\`(${key}(?:[\\w.-]|${EXPRESSION})+)\``, 'g');
  return [...text.matchAll(literals)].flatMap(({ 2: string, 3: template = '', index }) => {
    const parts = string ? [string] : template.split(new RegExp(`(${EXPRESSION})`));
    const results = parts.map((part) => CHOICE.exec(part)?.slice(1) ?? [part]);
    const names = results.reduce(
      (before, all) => before.flatMap((name) => all.map((end) => name + end)),
      [''],
    );
    return names
      .filter((name) => !EVENTS.includes(name))
      .map((name) => ({ name, pattern: patternOf(name), line: lineAt(text, index) }));
  });
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${fixedParts(name).join('.+')}(${PLURAL.source})?$`);
}

/** What is around the expressions of a template, as regular expressions. */
function fixedParts(name: string): string[] {
  return name.split(new RegExp(EXPRESSION)).map((part) => part.replaceAll('.', '\\.'));
}

/**
 * Finds keys without a text in some language. A key built at run time needs at least one; the type checker compares the
 * types of its parts with all keys.
 */
export function findMissingTexts(texts: Texts, code: Source[]): Problem[] {
  const areas = [...new Set(Object.values(texts).flatMap((language) => Object.keys(language)))];
  const languages = Object.entries(texts).map(([language, entries]) => ({
    language,
    keys: fullKeys(entries),
  }));
  return code.flatMap((source) =>
    keysIn(source, areas).flatMap(({ name, pattern, line }) =>
      languages
        .filter(({ keys }) => !keys.some((key) => pattern.test(key)))
        .map(({ language }) => `${source.path}:${line} ${name} has no text in ${language}`),
    ),
  );
}

function fullKeys(entries: Texts[string]): string[] {
  return Object.entries(entries).flatMap(([area, all]) => Object.keys(all).map((key) => `${area}:${key}`));
}

/** An island's or script's folder, and the texts by full key that reach it in one place. */
export interface Reached {
  folder: RegExp;
  keys: string[];
}

/** Finds keys in browser code whose texts are not sent to it, so that the key itself would be shown. */
export function findUnsentTexts(areas: string[], code: Source[], places: Reached[]): Problem[] {
  return places.flatMap(({ folder, keys }) =>
    code
      .filter(({ path }) => folder.test(path))
      .flatMap((source) =>
        keysIn(source, areas)
          .filter(({ pattern }) => !keys.some((key) => pattern.test(key)))
          .map(({ name, line }) => `${source.path}:${line} ${name} is not among the texts that reach it`),
      ),
  );
}
