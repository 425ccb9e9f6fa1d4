/** One line of a session: `>` was sent, `<` was received. A line in parentheses is a note. */
export interface TranscriptLine {
  dir: '>' | '<'
  line: string
  /** Milliseconds since the verification started. */
  at_ms: number
}

const MAX_LINES = 60
const MAX_LENGTH = 500
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Untrusted text for storage and display: one line of limited length without control characters. */
const printable = (text: string): string =>
  text
    .slice(0, MAX_LENGTH * 2)
    .replace(CONTROL, '')
    .slice(0, MAX_LENGTH)

/** Collects lines up to a limit. */
export interface Transcript {
  readonly lines: TranscriptLine[]
  add(dir: TranscriptLine['dir'], text: string): void
}

/** Times count from `startedAt` (`performance.now()`). */
export function createTranscript(startedAt: number): Transcript {
  const lines: TranscriptLine[] = []
  return {
    lines,
    add(dir, text) {
      if (lines.length < MAX_LINES)
        lines.push({ dir, line: printable(text), at_ms: Math.round(performance.now() - startedAt) })
    },
  }
}
