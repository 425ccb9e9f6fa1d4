import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Dispatcher, Pool } from 'undici'

/** The result of a load, in milliseconds. */
export interface Load {
  rps: number
  p50: number
  p95: number
  errors: number
}

export interface BenchRequest {
  path: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: () => string
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** This many clients send requests back to back, after half a second of warm-up, for so long or until something is over. */
export async function load(
  origin: string,
  request: BenchRequest,
  clients: number,
  until: number | (() => boolean),
): Promise<Load> {
  const pool = new Pool(origin, { connections: clients })
  const times: number[] = []
  let errors = 0
  const startedAt = performance.now() + 500
  const isOver = typeof until === 'number' ? () => performance.now() >= startedAt + until * 1000 : until
  // A closed connection is an error of this request; the other clients go on.
  const answered = async (options: Dispatcher.RequestOptions): Promise<boolean> => {
    try {
      const { statusCode, body } = await pool.request(options)
      await body.dump({ limit: 100_000_000 })
      return statusCode < 300
    } catch {
      return false
    }
  }
  const client = async () => {
    while (!isOver()) {
      const start = performance.now()
      const isFine = await answered({
        path: request.path,
        method: request.method,
        headers: { 'content-type': 'application/json', ...request.headers },
        ...(request.body && { body: request.body() }),
      })
      if (start < startedAt) continue
      if (!isFine) errors += 1
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const measured = (performance.now() - startedAt) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  return { rps: times.length / measured, p50: at(times, 0.5), p95: at(times, 0.95), errors }
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** Watches a process; returns how many MB its memory grew at most. */
export function watchMemory(pid: number): () => number {
  const before = residentMb(pid)
  let max = before
  const timer = setInterval(() => {
    // A program that has ended is told by whatever failed for it.
    if (existsSync(`/proc/${pid}/status`)) max = Math.max(max, residentMb(pid))
  }, 50)
  return () => {
    clearInterval(timer)
    return Math.max(max, residentMb(pid)) - before
  }
}

/** The fields of /proc/PID/stat from the state on; empty once it has ended. */
function statOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** CPU seconds used by a process and its children, including ended ones. */
export function processorSeconds(pid: number): number {
  const TICKS = 100
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)[1] === pid)
  const ticks =
    sum(statOf(pid).slice(11, 15)) + sum(children.map((child) => sum(statOf(child).slice(11, 13))))
  return ticks / TICKS
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** How cost grows with size: 1 is linear, 2 is quadratic. */
export const exponent = (
  small: { size: number; cost: number },
  large: { size: number; cost: number },
): number => Math.log(large.cost / small.cost) / Math.log(large.size / small.size)

/** One line of the result. `ratio` is ours relative to the baseline; `gate` is the limit. */
export interface Line {
  work: string
  size: number
  ours: string
  limit: string
  ratio: number
  gate: string
  kept: boolean
  /** How cost may grow from the smaller size to this one. */
  maxExponent?: number
  note?: string
}

/** Whether a line measures how much is done in a second, so that more is better. */
export const isRate = ({ ours }: Line): boolean => ours.includes('/s')

/** A line about seconds, with what they may be. */
export function lineOf(work: string, { size, own, limit, maxRatio, maxExponent }: Seconds): Line {
  const ratio = own / limit
  return {
    work,
    size,
    ours: `${fixed(own, 3)} s`,
    limit: `${fixed(limit, 3)} s`,
    ratio,
    gate: maxRatio === undefined ? '' : `<= ${maxRatio}x`,
    kept: maxRatio === undefined || ratio <= maxRatio,
    ...(maxExponent !== undefined && { maxExponent }),
  }
}

interface Seconds {
  size: number
  own: number
  limit: number
  maxRatio?: number
  maxExponent?: number
}

export const fixed = (value: number, digits = 1): string => value.toFixed(digits)
