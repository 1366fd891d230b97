import { folded, searchedWords } from '../../domain/folded-text.ts';
import type { Call, Reference } from './_reference.ts';

/** The calls that contain every word of a query: in method, path, summary, or names of parameters and fields. */
export function searchCalls(groups: Reference['groups'], question: string): Reference['groups'] {
  const words = searchedWords(question);
  return groups
    .map((group) => ({
      ...group,
      calls: group.calls.filter((call) => {
        const text = textOf(call, group.name);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ calls }) => calls.length > 0);
}

function textOf({ method, path, summary, note, inputs, answer }: Call, group: string): string {
  const fields = [...inputs.flatMap((input) => input.fields), ...answer.fields].map(({ name }) => name);
  return folded([group, method, path, summary, note, ...fields].join(' '));
}
