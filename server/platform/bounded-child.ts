import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type BoundedOutcome =
  | { kind: 'done'; output: string }
  /** It exceeded its memory or time, or exited without an answer. */
  | { kind: 'memory' | 'time' | 'crashed' }

export interface BoundedWork {
  /** A TypeScript file that reads standard input and writes its answer to standard output. */
  script: URL
  args: readonly string[]
  input: Uint8Array
  timeMs: number
  /** Memory limit in megabytes, including buffers. Where the system does not report it, only the heap is limited. */
  memoryMb: number
  /** Maximum characters of its answer. */
  maxOutput: number
  signal?: AbortSignal
}

const LOOK_MS = 50
/** Memory pages are 4 KB on all supported systems with /proc. */
const PAGES_PER_MB = 256
const OUT_OF_HEAP = 134

/** Kills a child that exceeds its memory. Buffers are outside of the heap that Node can limit. */
function watchMemory(child: ChildProcess, memoryMb: number, onTooMuch: () => void): () => void {
  const timer = setInterval(async () => {
    const line = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => '')
    if (Number(line.split(' ')[1]) > memoryMb * PAGES_PER_MB) onTooMuch()
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/**
 * Runs work on untrusted bytes in a separate process, killed when it exceeds its limits. Never rejects because
 * of the work.
 */
export function runBounded(work: BoundedWork): Promise<BoundedOutcome> {
  const { script, args, input, timeMs, memoryMb, maxOutput, signal } = work
  return new Promise((resolve) => {
    const heap = `--max-old-space-size=${Math.round(memoryMb / 2)}`
    const child = spawn(process.execPath, [heap, fileURLToPath(script), ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // It has no access to our environment: no database, no key.
      env: {},
    })
    let why: 'memory' | 'time' | 'crashed' | null = null
    const end = (reason: typeof why) => {
      why ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end('time'), timeMs)
    const stopWatching = watchMemory(child, memoryMb, () => end('memory'))
    const onAbort = () => end('time')
    signal?.addEventListener('abort', onAbort, { once: true })
    const parts: string[] = []
    let length = 0
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (part: string) => {
      length += part.length
      if (length > maxOutput) end('memory')
      else parts.push(part)
    })
    const finish = (code: number | null, killedBy: string | null) => {
      clearTimeout(timer)
      stopWatching()
      signal?.removeEventListener('abort', onAbort)
      if (why) resolve({ kind: why })
      else if (code === 0) resolve({ kind: 'done', output: parts.join('') })
      else resolve({ kind: code === OUT_OF_HEAP || killedBy === 'SIGABRT' ? 'memory' : 'crashed' })
    }
    child.on('error', () => finish(1, null))
    child.on('close', finish)
    // The child may exit before reading everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    if (signal?.aborted) onAbort()
  })
}
