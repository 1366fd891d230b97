/** Caches the latest answers, at most `most` of them. */
export function createCache<Answer>(most: number) {
  const answers = new Map<string, Answer>();
  return {
    get: (question: string) => answers.get(question),
    set(question: string, answer: Answer) {
      answers.delete(question);
      answers.set(question, answer);
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    },
  };
}
