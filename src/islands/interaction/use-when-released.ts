import { useEffect, useState } from 'react';

/**
 * The latest value, delayed while a pointer is pressed: a change of the form's height would move its buttons away
 * between press and release, and the click would be lost.
 * @param held a selector of what delays it too
 */
export function useWhenReleased<Value>(value: Value, held?: string): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    // Checked repeatedly: after a touch, the release comes first, the click later and its end last.
    let next = 0;
    const show = () => {
      if (document.querySelector(':active') || (held && document.querySelector(held)))
        next = requestAnimationFrame(show);
      else setShown(value);
    };
    show();
    return () => cancelAnimationFrame(next);
  }, [value, held]);
  return shown;
}
