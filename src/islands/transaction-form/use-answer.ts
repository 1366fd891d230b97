import { useEffect, useState } from 'react';
import { read } from '../../stores/cached-reads.ts';

/**
 * Undefined until it is there, and where it cannot be fetched. Not among the hooks of all islands: their file is React's,
 * and every page would load it with what reads the API.
 */
export function useAnswer<Data>(path: string | undefined): Data | undefined {
  const [answer, setAnswer] = useState<{ path: string; data: Data }>();
  useEffect(() => {
    if (path)
      read<Data>('transactions', path).then(
        (data) => setAnswer({ path, data }),
        () => undefined,
      );
  }, [path]);
  return answer && answer.path === path ? answer.data : undefined;
}
