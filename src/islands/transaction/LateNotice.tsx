import { useEffect, useState } from 'react';
import { GENERAL_FAILURES } from '../../i18n/error-catalogue.ts';
import { useSay } from './say.ts';

/** How long somebody waits before they are told that it is not usual (specification, section 8). */
const PATIENCE = 30_000;

/** Says so where an answer keeps somebody waiting for very long; a toast would lie behind the dialog. */
export function LateNotice({ waiting }: { waiting: boolean }) {
  const say = useSay();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return <div aria-live="polite">{late && <p className="flash">{say(GENERAL_FAILURES.LATE)}</p>}</div>;
}
