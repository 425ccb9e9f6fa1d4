/** A text with `%xx` decoded; as it is when it isn't encoded as it should be. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
