const STAGES: Record<string, string> = {
  copying: 'Copying',
  checking: 'Checking',
  restoring: 'Restoring',
  deleting: 'Deleting',
};

const OFTEN = 1000;

/** Prints progress at most once a second, so that short work prints none. */
export function showProgress(note: (line: string) => void, now = () => performance.now()) {
  let last = now();
  return (stage: string, done: number, total: number): void => {
    if (total === 0 || now() - last < OFTEN) return;
    last = now();
    note(`${STAGES[stage] ?? stage} … ${Math.floor((100 * done) / total)} %`);
  };
}
