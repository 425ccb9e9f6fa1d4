import { runBounded } from '#server/platform/bounded-child.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import { type FileOutcome, MAX_FILE_CHARS } from './file-outcome.ts'

const SCRIPT = new URL('./read-file-child.ts', import.meta.url)
const TIME_MS = 60_000
const MEMORY_MB = 700
/** Files that one process reads at the same time. */
const AT_ONCE = 2

const takeTurn = createKeyedSlots(AT_ONCE)

/** Reads the text of a file within 60 seconds and 700 MB, in a process of its own. Never rejects for what the file does. */
export async function readFileText(
  name: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<FileOutcome> {
  const leave = await takeTurn('file', signal)
  try {
    const outcome = await runBounded({
      script: SCRIPT,
      args: [name],
      input: bytes,
      timeMs: TIME_MS,
      memoryMb: MEMORY_MB,
      // JSON may write a character as six.
      maxOutput: MAX_FILE_CHARS * 6 + 10_000,
      signal,
    })
    if (outcome.kind === 'done') return JSON.parse(outcome.output) as FileOutcome
    const reasons = { memory: 'too_large', time: 'took_too_long', crashed: 'damaged' } as const
    return { ok: false, reason: reasons[outcome.kind] }
  } finally {
    leave()
  }
}
