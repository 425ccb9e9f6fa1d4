import type { LiveEvent } from '#contract/activity/runs.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { API_KEY_ENDED, type LiveMessage, SESSION_ENDED } from '#server/platform/live-bus.ts'
import { showRun } from './runs.ts'

const PING_MS = 15_000
/** Above this many pending changes the reader is told to reload everything. */
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

async function toEvent(ctx: Context, message: LiveMessage, actor: Actor): Promise<LiveEvent | null> {
  if (message.kind === 'reconnected') return { type: 'hello' }
  if (message.kind === 'wallet') return { type: 'wallet' }
  if (message.kind === 'access') return { type: 'access' }
  // Its id is the person's: others of the account are not notified.
  if (message.kind === 'notification') return message.id === actor.userId ? { type: 'notification' } : null
  if (!can(actor, 'see_work')) return null
  if (message.kind === 'list') return { type: 'list', list_id: message.id }
  if (message.kind === 'autopilot') return { type: 'autopilot' }
  if (message.kind !== 'run') return null
  const run = await showRun(ctx, actor, message.id).catch(() => null)
  return run ? { type: 'run', run } : null
}

/**
 * The account's events until the caller disconnects or the credential expires or is revoked. A change repeated
 * before it was sent is sent once: only the newest state counts, so a slow reader never makes the server hold
 * more than one of each.
 */
export async function* liveEvents(ctx: Context, actor: Actor, signal: AbortSignal): AsyncIterable<LiveEvent> {
  const waiting = new Map<string, LiveMessage>()
  let wake: () => void = () => {}
  let revoked = false
  const unsubscribe = ctx.bus.subscribe((message) => {
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
    yield { type: 'hello' }
    while (!isOver()) {
      if (waiting.size === 0) {
        const timer = setTimeout(() => wake(), Math.min(PING_MS, timeLeft(actor)))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        if (waiting.size === 0 && !isOver()) yield { type: 'ping' }
        continue
      }
      const [key, message] = waiting.entries().next().value as [string, LiveMessage]
      waiting.delete(key)
      const event = await toEvent(ctx, message, actor)
      if (event) yield event
    }
  } finally {
    unsubscribe()
  }
}
