/** Decodes bytes: by byte order mark, then as UTF-8 if valid, else as Windows-1252. */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Removes Markdown comments and hidden elements; keeps its markup, which shows headings. */
export const readMarkdown = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, ' ')
