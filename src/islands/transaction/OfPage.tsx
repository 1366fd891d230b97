import { type ComponentProps, useState } from 'react';
import { SayContext, speaker } from './say.ts';
import { TransactionDetails } from './TransactionDetails.tsx';
import type { Texts } from './texts.ts';

interface Speech {
  texts: Texts;
  language: string;
}

/** The dialog's details of a transaction, in a page. */
export function DetailsOfPage({
  texts,
  language,
  ...rest
}: Speech & ComponentProps<typeof TransactionDetails>) {
  const [say] = useState(() => speaker(texts, language));
  return (
    <SayContext value={say}>
      <TransactionDetails {...rest} />
    </SayContext>
  );
}
