/** Remembers the answers to the latest questions, `most` of them at most. */
export function createMemory<Answer>(most: number) {
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
