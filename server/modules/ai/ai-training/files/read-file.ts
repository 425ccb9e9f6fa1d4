import { type BoundedOutcome, type BoundedWork, runBounded } from '#server/platform/bounded-child.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import { type FileOutcome, MAX_FILE_CHARS } from './file-outcome.ts'

const SCRIPT = new URL('./read-file-child.ts', import.meta.url)
const TIME_MS = 60_000
const MEMORY_MB = 700
/** Files read concurrently per process. */
const AT_ONCE = 2

const REASONS = { memory: 'too_large', time: 'took_too_long', crashed: 'damaged' } as const

/** Reads the text of an account's file. Never rejects because of the file. */
export type ReadFileText = (
  accountId: number,
  file: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<FileOutcome>

/**
 * Creates the function that reads files, each within 60 seconds and 700 MB in a separate process. An account
 * reads one at a time, so that its slow files leave capacity for others.
 */
export function createReadFileText(
  run: (work: BoundedWork) => Promise<BoundedOutcome> = runBounded,
): ReadFileText {
  const [takeTurn, takeAccountTurn] = [createKeyedSlots(AT_ONCE), createKeyedSlots(1)]

  async function read({ name, bytes }: { name: string; bytes: Uint8Array }, signal: AbortSignal) {
    const release = await takeTurn('file', signal)
    try {
      const outcome = await run({
        script: SCRIPT,
        args: [name],
        input: bytes,
        timeMs: TIME_MS,
        memoryMb: MEMORY_MB,
        // JSON may encode a character as six.
        maxOutput: MAX_FILE_CHARS * 6 + 10_000,
        signal,
      })
      if (outcome.kind === 'done') return JSON.parse(outcome.output) as FileOutcome
      return { ok: false, reason: REASONS[outcome.kind] } as const
    } finally {
      release()
    }
  }

  return async (accountId, file, signal) => {
    const release = await takeAccountTurn(String(accountId), signal)
    try {
      return await read(file, signal)
    } finally {
      release()
    }
  }
}
