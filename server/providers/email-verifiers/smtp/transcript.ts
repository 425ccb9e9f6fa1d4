/** One line of a dialogue: `>` was sent, `<` came back. A line in round brackets is a note, not part of it. */
export interface TranscriptLine {
  dir: '>' | '<'
  line: string
  /** Milliseconds since the verification started. */
  at_ms: number
}

const MAX_LINES = 60
const MAX_LENGTH = 500
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Text of a stranger as it may be stored and shown: one line of bounded length without control characters. */
const printable = (text: string): string =>
  text
    .slice(0, MAX_LENGTH * 2)
    .replace(CONTROL, '')
    .slice(0, MAX_LENGTH)

/** Collects what was said, up to a bound. */
export interface Transcript {
  readonly lines: TranscriptLine[]
  add(dir: TranscriptLine['dir'], text: string): void
}

/** Starts a transcript whose times count from `startedAt` (`performance.now()`). */
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
