import { systemClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { API_KEY_ENDED, type LiveMessage, SESSION_ENDED } from '../live-bus.ts'
import type { Actor } from './actor.ts'

const PING_MS = 15_000
/** Above this many pending changes the reader is told to read everything again. */
const MAX_WAITING = 500
const EVERYTHING: LiveMessage = { accountId: 0, kind: 'reconnected', id: 0 }

/** Published when a credential was revoked, with its kind. */
const ENDED: Record<string, Actor['credential']['kind']> = {
  [SESSION_ENDED]: 'session',
  [API_KEY_ENDED]: 'api_key',
}

/** Milliseconds until the caller's credential expires. */
const timeLeft = ({ credential }: Actor): number =>
  credential.expiresAt
    ? credential.expiresAt.getTime() - systemClock.now().getTime()
    : Number.POSITIVE_INFINITY

const makeKey = (message: LiveMessage) => `${message.kind}:${message.id}`

/**
 * Messages of the caller's account until the caller disconnects or the credential expires or is revoked; null after
 * 15 seconds without one. The first one is `reconnected`: everything from then on follows. A message repeated before
 * it was read is read once: only the newest state counts, so a slow reader never makes the server hold more than one
 * of each.
 */
export async function* followAccount(
  { bus }: Pick<Context, 'bus'>,
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<LiveMessage | null> {
  const waiting = new Map<string, LiveMessage>()
  let wake: () => void = () => {}
  let revoked = false
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'reconnected' && message.accountId !== actor.accountId) return
    const kind = ENDED[message.kind]
    if (kind) {
      revoked ||= kind === actor.credential.kind && message.id === actor.credential.id
      return wake()
    }
    const full = waiting.size >= MAX_WAITING
    if (full) waiting.clear()
    const pending = full ? EVERYTHING : message
    waiting.set(makeKey(pending), pending)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  const isOver = () => signal.aborted || revoked || timeLeft(actor) <= 0
  try {
    yield EVERYTHING
    while (!isOver()) {
      if (waiting.size === 0) {
        const timer = setTimeout(() => wake(), Math.min(PING_MS, timeLeft(actor)))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        if (waiting.size === 0 && !isOver()) yield null
        continue
      }
      const [key, message] = waiting.entries().next().value as [string, LiveMessage]
      waiting.delete(key)
      yield message
    }
  } finally {
    unsubscribe()
  }
}
