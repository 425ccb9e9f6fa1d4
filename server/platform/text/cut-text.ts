/** The beginning of a text, without half a character at its end. */
export const cutText = (text: string, length: number): string => {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed()
}
