import { LookSets } from './LookSets.tsx';
import type { NewCategoryErrors, NewCategoryValues } from './new-category.ts';
import { useLookWords } from './use-look-words.ts';

export interface LookProperties {
  idPrefix: string;
  values: NewCategoryValues;
  errors: NewCategoryErrors;
  inDialog: boolean;
}

/** The colours and icons of a category that is made along the way. */
export function LookFields({ idPrefix, values, errors, inDialog }: LookProperties) {
  const say = useLookWords(inDialog);
  if (!say) return null;
  const setOf = (name: 'newCategoryColor' | 'newCategoryIcon') => ({
    name,
    chosen: values[name],
    error: errors[name] && say(errors[name]),
  });
  return (
    <LookSets
      idPrefix={idPrefix}
      color={setOf('newCategoryColor')}
      icon={setOf('newCategoryIcon')}
      automatic
      say={say}
    />
  );
}
