import { useSay } from '../transaction/say.ts';
import type { useCategoryCreation } from './use-category-creation.ts';

interface ButtonsProperties {
  creation: ReturnType<typeof useCategoryCreation>;
  onCancel: () => void;
}

/** Makes the new category at once, or gives it up; says what went wrong with all of it. */
export function CreateButtons({ creation, onCancel }: ButtonsProperties) {
  const say = useSay();
  const { form: fault } = creation.faults;
  return (
    <div>
      <div role="alert">{fault && <p className="error pb-3">{say(fault)}</p>}</div>
      <div className="button-row">
        <button
          className="button button-small"
          type="button"
          aria-disabled={creation.sending || undefined}
          onClick={() => void creation.create()}
        >
          {say(creation.sending ? 'transactions:picker.creating' : 'transactions:picker.createButton')}
        </button>
        <button className="button button-small button-quiet" type="button" onClick={onCancel}>
          {say('transactions:form.cancel')}
        </button>
      </div>
    </div>
  );
}
