import { TEXTS, type TextKey } from '../../i18n/texts.ts';

// texts: legal-privacy:* texts: legal-terms:* texts: legal-accessibility:*
/** The areas of `src/i18n` that are a legal document each. */
export const LEGAL_AREAS = ['legal-privacy', 'legal-terms', 'legal-accessibility'] as const;

type LegalArea = (typeof LEGAL_AREAS)[number];

/** A paragraph, or the items of a list. */
type Part = TextKey | TextKey[];

export interface Section {
  id: string;
  title: TextKey;
  parts: Part[];
}

/**
 * The sections of a document, in the order of its texts: `who` is a heading, `who.operator` a paragraph below it,
 * and `who.item.…` are the items of a list.
 */
export function sectionsOf(area: LegalArea): Section[] {
  const sections: Section[] = [];
  for (const key of Object.keys(TEXTS.en[area])) {
    if (key === 'title' || key === 'intro') continue;
    const text = `${area}:${key}` as TextKey;
    if (key.includes('.')) addText(sections.at(-1)?.parts ?? [], text);
    else sections.push({ id: `legal-${key}`, title: text, parts: [] });
  }
  return sections;
}

function addText(parts: Part[], text: TextKey): void {
  const last = parts.at(-1);
  if (!text.includes('.item.')) parts.push(text);
  else if (Array.isArray(last)) last.push(text);
  else parts.push([text]);
}
