/** The words of the reference, which is in English as the names in it are. */
export const LABELS = {
  answer: 'Answer',
  curl: 'Example',
  data: 'data',
  nothing: 'nothing',
  open: 'Open to anybody',
  refusals: 'Other answers',
  required: 'required',
  shapes: 'Shapes',
} as const;
