/** The pattern of `like … escape '\'` that finds a piece of text: percent and underscore are letters to a person. */
export function likePattern(piece: string): string {
  return `%${piece.replace(/[\\%_]/g, '\\$&')}%`;
}
