/** The texts of the reference, in English like its names. */
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
