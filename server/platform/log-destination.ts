import { fstatSync, write as writeFile, writeSync } from 'node:fs'

/** Sends bytes and reports how many were taken. */
export type SendBytes = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void

/** How many bytes wait while nothing can be written; further lines are dropped. */
const MAX_WAITING = 1_000_000
const RETRY_MS = 500

/** Where pino writes its lines. */
export interface LogDestination {
  write(line: string): void
}

interface DestinationOptions {
  send: SendBytes
  /** Called once lines can be written again, after some were dropped. */
  onDropped: (lines: number) => void
  maxWaiting?: number
  retryMs?: number
}

/**
 * Writes lines one after the other and never fails, waits or throws: while the disk is full or nobody reads the pipe,
 * a limited number of them waits and the others are dropped. Requests must not suffer for lines about them.
 */
export function createLogDestination({
  send,
  onDropped,
  maxWaiting = MAX_WAITING,
  retryMs = RETRY_MS,
}: DestinationOptions): LogDestination & { /** What has not been handed over yet. */ rest(): Buffer } {
  let waiting: string[] = []
  let size = 0
  let dropped = 0
  /** Being sent, or left over from a failed write. */
  let current = Buffer.alloc(0)
  let state: 'idle' | 'sending' | 'pausing' = 'idle'

  const takeWaiting = () => {
    const taken = Buffer.from(waiting.join(''))
    waiting = []
    size = 0
    return taken
  }

  function sent(error: Error | null, written: number): void {
    current = current.subarray(written)
    if (error) {
      state = 'pausing'
      setTimeout(() => {
        state = 'idle'
        next()
      }, retryMs).unref()
      return
    }
    state = 'idle'
    if (current.length === 0 && dropped > 0) {
      const lines = dropped
      dropped = 0
      onDropped(lines)
    }
    next()
  }

  function next(): void {
    if (state !== 'idle') return
    if (current.length === 0) current = takeWaiting()
    if (current.length === 0) return
    state = 'sending'
    send(current, sent)
  }

  return {
    write(line) {
      if (size + line.length > maxWaiting) {
        dropped += 1
        return
      }
      waiting.push(line)
      size += line.length
      next()
    },
    rest: () => Buffer.concat([...(state === 'sending' ? [] : [current]), takeWaiting()]),
  }
}

/**
 * How to write to standard error without waiting. Node writes to pipes and sockets without blocking; a write to a
 * file, or to a terminal that was paused, is left to another thread.
 */
function sendToStandardError(): SendBytes {
  const kind = fstatSync(2)
  if (!kind.isFIFO() && !kind.isSocket())
    return (bytes, done) => writeFile(2, bytes, (error, written) => done(error, written ?? 0))
  // The error is passed to the callback as well. Nobody reads a closed pipe again.
  process.stderr.on('error', () => {})
  return (bytes, done) => {
    process.stderr.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length))
  }
}

/** Lines on standard error. What still waits when the process exits is written then, if that is possible. */
export function standardErrorDestination(onDropped: (lines: number) => void): LogDestination {
  const destination = createLogDestination({ send: sendToStandardError(), onDropped })
  process.once('exit', () => {
    try {
      writeSync(2, destination.rest())
    } catch {
      // The disk is still full, or nobody reads.
    }
  })
  return destination
}
