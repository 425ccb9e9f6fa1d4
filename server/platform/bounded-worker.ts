import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createKeyedSlots } from './keyed-slots.ts'

export type ThreadOutcome<Answer> =
  | { kind: 'done'; answer: Answer }
  /** It exceeded its memory or time, or failed. */
  | { kind: 'memory' | 'time' | 'crashed' }

export interface BoundedThread {
  /** A TypeScript file that calls `answerInThread`. */
  script: URL
  timeMs: number
  /** Megabytes of its heap. */
  memoryMb: number
}

/** Idle time after which it exits; the next request starts it again. */
const IDLE_MS = 30_000
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Runs many small requests on untrusted text, one at a time, in one thread that is killed when a request exceeds
 * its limits, without blocking the process. For a few large ones there is `runBounded`, a process each. The
 * returned function rejects only with the signal's reason.
 */
export function createBoundedWorker<Question, Answer>({ script, timeMs, memoryMb }: BoundedThread) {
  const takeTurn = createKeyedSlots(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function started(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(fileURLToPath(script), {
      // It has no access to our environment: no database, no key.
      env: {},
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    worker.ref()
    return worker
  }

  function end(): void {
    const ended = worker
    worker = undefined
    // Its further messages are ignored.
    ended?.on('error', () => {})
    void ended?.terminate()
  }

  function rest(): void {
    worker?.unref()
    idle = setTimeout(end, IDLE_MS).unref()
  }

  function answer(question: Question, signal: AbortSignal): Promise<ThreadOutcome<Answer>> {
    const thread = started()
    return new Promise((resolve) => {
      const finish = (outcome: ThreadOutcome<Answer>) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        // Removed after each answer: the port keeps the thread alive while it has listeners.
        thread.off('message', onAnswer)
        thread.off('error', onError)
        thread.off('exit', onExit)
        if (outcome.kind !== 'done') end()
        resolve(outcome)
      }
      const onAbort = () => finish({ kind: 'time' })
      const onAnswer = (answer: Answer) => finish({ kind: 'done', answer })
      const onError = (error: NodeJS.ErrnoException) =>
        finish({ kind: error.code === OUT_OF_MEMORY ? 'memory' : 'crashed' })
      const onExit = () => finish({ kind: 'crashed' })
      const timer = setTimeout(onAbort, timeMs)
      signal.addEventListener('abort', onAbort, { once: true })
      thread.on('message', onAnswer)
      thread.on('error', onError)
      thread.on('exit', onExit)
      thread.postMessage(question)
    })
  }

  return async (question: Question, signal: AbortSignal): Promise<ThreadOutcome<Answer>> => {
    const leave = await takeTurn('thread', signal)
    try {
      signal.throwIfAborted()
      const outcome = await answer(question, signal)
      signal.throwIfAborted()
      return outcome
    } finally {
      rest()
      leave()
    }
  }
}
