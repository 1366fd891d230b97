interface Searchable {
  description: string;
  merchant_name?: string | null | undefined;
  notes?: string | null | undefined;
}

/** Text as search compares it: one writing of each letter, no case. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What search looks through: description, merchant and notes of a transaction. */
export function searchText({ description, merchant_name, notes }: Searchable): string {
  return folded([description, merchant_name, notes].filter(Boolean).join(' '));
}
