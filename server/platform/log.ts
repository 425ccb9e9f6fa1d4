import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, pino } from 'pino'
import { onFirstUse } from './first-use.ts'
import { standardErrorDestination } from './log-destination.ts'

export type Log = Logger

const pretty = onFirstUse<typeof import('pino-pretty')>('pino-pretty')

/** Adds the request id to every log line that a request causes. */
const context = new AsyncLocalStorage<{ requestId: string }>()

export const withRequestId = <T>(requestId: string, work: () => T): T => context.run({ requestId }, work)
const currentRequestId = (): string | undefined => context.getStore()?.requestId

const REDACTED = [
  'password',
  '*.password',
  'token',
  '*.token',
  'headers.authorization',
  'req.headers.authorization',
]

/**
 * Logs to standard error: pretty on a terminal, JSON elsewhere. Standard output is left to `npm start`. Passwords
 * and tokens are redacted. Lines that can't be written are dropped.
 */
export function createLog(level = 'info'): Log {
  const options = {
    level,
    redact: { paths: REDACTED, censor: '[removed]' },
    mixin: () => (currentRequestId() ? { request_id: currentRequestId() } : {}),
  }
  const lines = standardErrorDestination((dropped) =>
    log.warn({ dropped }, 'log lines were dropped because they could not be written'),
  )
  const readable = process.stderr.isTTY && pretty().prettyFactory({ ignore: 'pid,hostname' })
  const log: Log = pino(options, readable ? { write: (line) => lines.write(readable(line)) } : lines)
  return log
}

/** Details that are logged with an error. */
export type ErrorFacts = Record<string, unknown>

/** The same log, which also passes every error logged as `err` to `report`. */
export function reportingLog(
  log: Log,
  report: (error: Error, message: string, facts: ErrorFacts) => void,
): Log {
  const child = log.child({})
  const write = child.error.bind(child)
  child.error = (facts: unknown, ...rest: unknown[]) => {
    const { err, ...others } = (facts ?? {}) as { err?: unknown } & ErrorFacts
    if (err instanceof Error) report(err, String(rest[0] ?? ''), others)
    write(facts as object, ...(rest as [string]))
  }
  return child
}

/** A log without output, for tests. */
export const silentLog = (): Log => pino({ level: 'silent' })
