import { useEffect, useRef } from 'react'
import type { LiveEvent } from '#contract/activity/runs.ts'
import { reconnect, streamLost } from './connection.ts'
import { shell } from './endpoints.ts'
import { stream } from './event-stream.ts'
import { markChanged, queryClient } from './freshness.ts'
import { loadSession, onSessionChange, readSession } from './session.ts'
import { shareStream } from './shared-stream.ts'

type Handler = (event: LiveEvent) => void
/** Messages between tabs: live events, a lost stream, and a request to reconnect now. */
type Message = LiveEvent | { type: 'lost' } | { type: 'retry' }

/** Changes are collected for this long (ms), so that a fast run does not refetch the screen for every row. */
const GATHER_MS = 400
const handlers = new Set<Handler>()
/** Topics that changed and were not refetched yet; `all` if events may be missing. */
const pending = new Map<string, LiveEvent>()
let all = false
let timer: ReturnType<typeof setTimeout> | undefined

async function refetch(): Promise<void> {
  timer = undefined
  const events = [...pending.values()]
  const everything = all
  pending.clear()
  all = false
  if (everything) return queryClient.invalidateQueries()
  try {
    // Loaded on demand: the sign-in page has no use for it.
    const { topicsOfEvent } = await import('./run-topics.ts')
    const topics = new Set(events.flatMap(topicsOfEvent))
    if (topics.has('me')) await loadSession({ again: true })
    await markChanged([...topics])
  } catch {
    await queryClient.invalidateQueries()
  }
}

/** A hidden tab fetches nothing and catches up when it becomes visible. */
function refetchSoon(): void {
  if (timer || document.visibilityState === 'hidden' || (pending.size === 0 && !all)) return
  timer = setTimeout(() => void refetch(), all ? 0 : GATHER_MS)
}

function note(event: LiveEvent): void {
  const id = event.type === 'run' ? event.run.id : event.type === 'list' ? event.list_id : ''
  pending.set(`${event.type}:${id}`, event)
  refetchSoon()
}

/** Follows the stream together with the person's other tabs. @returns a function that stops */
function follow(userId: number): () => void {
  /**
   * Whether the screen may be older than the stream: after the first hello, only if another tab was reading
   * before.
   */
  let mayBeStale = false
  let attempt: AbortController | undefined

  const receive = (message: Message) => {
    if (message.type === 'retry') return void (streamLost.get() && attempt?.abort())
    streamLost.set(message.type === 'lost')
    if (message.type === 'lost') return
    if (message.type === 'access') void loadSession({ again: true })
    if (message.type === 'hello') {
      // Events while nobody was reading are unknown.
      all ||= mayBeStale
      mayBeStale = true
      refetchSoon()
    } else if (message.type !== 'ping') note(message)
    for (const handler of handlers) handler(message)
  }

  const read = async (send: (message: Message) => void, signal: AbortSignal, waited: boolean) => {
    mayBeStale ||= waited
    try {
      while (!signal.aborted) {
        attempt = new AbortController()
        const both = AbortSignal.any([signal, attempt.signal])
        const onFailure = () => send({ type: 'lost' })
        for await (const event of stream(shell.liveEvents, { signal: both, onFailure })) send(event)
      }
    } catch {
      // Refused: the session's own check decides whether this is a sign-out.
      if (!signal.aborted && readSession().status === 'signed-in') void loadSession({ again: true })
    } finally {
      attempt = undefined
    }
  }

  const shared = shareStream<Message>({ name: `live-events-${userId}`, read, receive })
  const retry = () => shared.send({ type: 'retry' })
  reconnect.set(retry)
  globalThis.addEventListener('online', retry)
  document.addEventListener('visibilitychange', refetchSoon)
  return () => {
    globalThis.removeEventListener('online', retry)
    document.removeEventListener('visibilitychange', refetchSoon)
    shared.stop()
    streamLost.set(false)
  }
}

/** Follows live events while someone is signed in. Call once at startup. */
export function startLive(): void {
  let following: { userId: number; stop: () => void } | undefined
  const sync = () => {
    const session = readSession()
    // A closed account has no events, and neither has an ended session.
    const nextUserId =
      session.status === 'signed-in' && session.ended === undefined && session.user.account.delete_at === null
        ? session.user.id
        : undefined
    if (following?.userId === nextUserId) return
    following?.stop()
    following = nextUserId === undefined ? undefined : { userId: nextUserId, stop: follow(nextUserId) }
  }
  onSessionChange(sync)
  sync()
}

/** Calls the handler for every live event. @returns a function that stops */
export function onLiveEvent(handler: Handler): () => void {
  handlers.add(handler)
  return () => {
    handlers.delete(handler)
  }
}

/** Calls the handler for every live event while the component is mounted. */
export function useLiveEvents(handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    return onLiveEvent((event) => latest.current(event))
  }, [])
}
