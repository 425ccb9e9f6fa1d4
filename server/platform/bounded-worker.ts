import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createKeyedSlots } from './keyed-slots.ts'

/** How a piece of work in a thread of its own ended. */
export type ThreadOutcome<Answer> =
  | { kind: 'done'; answer: Answer }
  /** It took more memory or time than it may, or failed. */
  | { kind: 'memory' | 'time' | 'crashed' }

export interface BoundedThread {
  /** A file of TypeScript that calls `answerInThread`. */
  script: URL
  timeMs: number
  /** Megabytes of its heap. */
  memoryMb: number
}

/** Without work for so long it ends; the next piece of work starts it again. */
const IDLE_MS = 30_000
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Does many small pieces of work on untrusted text, one after the other, in one thread that is ended when a piece takes
 * too much; others have their turn meanwhile. For a few large pieces there is `runBounded`, a process for each.
 * The function that it returns rejects with the reason of the signal only.
 */
export function createBoundedWorker<Question, Answer>({ script, timeMs, memoryMb }: BoundedThread) {
  const takeTurn = createKeyedSlots(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function started(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(fileURLToPath(script), {
      // Nothing of ours is in its reach: no database, no key.
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
    // What it still says belongs to nobody.
    ended?.on('error', () => {})
    void ended?.terminate()
  }

  function rest(): void {
    worker?.unref()
    idle = setTimeout(end, IDLE_MS).unref()
  }

  function answerOf(question: Question, signal: AbortSignal): Promise<ThreadOutcome<Answer>> {
    const thread = started()
    return new Promise((resolve) => {
      const finish = (outcome: ThreadOutcome<Answer>) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        // One by one: the port behind a thread lives by how many listen.
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
      const outcome = await answerOf(question, signal)
      signal.throwIfAborted()
      return outcome
    } finally {
      rest()
      leave()
    }
  }
}
