import * as en from './en/index.ts';
import * as he from './he/index.ts';

/** One JSON file for each area and language. */
export const TEXTS = { en, he };

export type Area = keyof typeof en;

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'two' | 'other'}` ? Stem : Key;

/** `area:key`, as in `transactions:form.amount`; plural forms share one key. */
export type TextKey = { [A in Area]: `${A}:${WithoutPlural<keyof (typeof en)[A] & string>}` }[Area];
