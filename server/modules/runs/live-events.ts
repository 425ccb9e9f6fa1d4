import type { LiveEvent } from '#contract/runs.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type LiveBus, type LiveMessage, SESSION_ENDED } from '#server/platform/live-bus.ts'
import type { RunsService } from './runs-service.ts'

const PING_MS = 15_000
/** More waiting changes than this are not worth keeping one by one: the reader is told to read everything again. */
const MAX_WAITING = 500
const EVERYTHING: LiveMessage = { accountId: 0, kind: 'reconnected', id: 0 }

const keyOf = (message: LiveMessage) => `${message.kind}:${message.id}`

async function toEvent(message: LiveMessage, actor: Actor, runs: RunsService): Promise<LiveEvent | null> {
  if (message.kind === 'reconnected') return { type: 'hello' }
  if (message.kind === 'wallet') return { type: 'wallet' }
  if (message.kind === 'list') return { type: 'list', list_id: message.id }
  if (message.kind !== 'run') return null
  const run = await runs.show(actor, message.id).catch(() => null)
  return run ? { type: 'run', run } : null
}

/**
 * The account's events until the caller goes away or signs out. A change that comes again before it was sent is sent once:
 * what counts is the newest state, so a slow reader never makes the server hold more than one of each.
 */
export async function* liveEvents(
  actor: Actor,
  deps: { bus: LiveBus; runs: RunsService },
  signal: AbortSignal,
): AsyncIterable<LiveEvent> {
  const waiting = new Map<string, LiveMessage>()
  let wake: () => void = () => {}
  let signedOut = false
  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.kind !== 'reconnected' && message.accountId !== actor.accountId) return
    if (message.kind === SESSION_ENDED) {
      signedOut ||= message.id === actor.sessionId
      return wake()
    }
    const full = waiting.size >= MAX_WAITING
    if (full) waiting.clear()
    const kept = full ? EVERYTHING : message
    waiting.set(keyOf(kept), kept)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    yield { type: 'hello' }
    while (!signal.aborted && !signedOut) {
      if (waiting.size === 0) {
        const timer = setTimeout(() => wake(), PING_MS)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        if (waiting.size === 0 && !signal.aborted && !signedOut) yield { type: 'ping' }
        continue
      }
      const [key, message] = waiting.entries().next().value as [string, LiveMessage]
      waiting.delete(key)
      const event = await toEvent(message, actor, deps.runs)
      if (event) yield event
    }
  } finally {
    unsubscribe()
  }
}
