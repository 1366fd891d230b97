import { isUnanswered } from './fault-of.ts';
import { LateNotice } from './LateNotice.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

/** What went wrong with the whole form, or takes unusually long. */
export function FormFault({ form }: { form: TransactionFormState }) {
  const say = useSay();
  return (
    <div>
      <div role="alert">
        {form.fault && (
          <p className="flash flash-error">
            {say(form.fault)} {isUnanswered(form.fault) && say('transactions:form.kept')}
          </p>
        )}
      </div>
      <LateNotice waiting={form.sending} />
    </div>
  );
}
