import type { CategoryChoice } from '../../stores/categories.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import { useSay } from '../transaction/say.ts';
import { useSuggestions } from './use-suggestions.ts';

const MOST = 3;

interface SuggestionsProperties {
  /** The id of the category field. */
  id: string;
  categories: CategoryChoice[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** What fits the description, as buttons; gone once something is chosen. Nothing is ever chosen by itself. */
export function Suggestions({ id, categories, chosen, onChoose }: SuggestionsProperties) {
  const say = useSay();
  const suggested = useWhenReleased(useSuggestions(id))
    .flatMap(({ category_id }) => categories.filter((category) => category.id === category_id))
    .slice(0, MOST);
  const shown = chosen ? [] : suggested;
  return (
    <>
      {shown.length > 0 && (
        <fieldset className="presets">
          <legend className="visually-hidden">{say('transactions:picker.suggestions')}</legend>
          <span className="hint" aria-hidden="true">
            {say('transactions:picker.suggested')}
          </span>
          {shown.map((category) => (
            <button
              className="preset"
              type="button"
              lang={category.language}
              onClick={() => onChoose(category.id)}
              key={category.id}
            >
              <bdi>{category.name}</bdi>
            </button>
          ))}
        </fieldset>
      )}
      <p className="visually-hidden" aria-live="polite">
        {shown.length > 0 &&
          `${say('transactions:picker.suggestions')}: ${shown.map(({ name }) => name).join(', ')}`}
      </p>
    </>
  );
}
