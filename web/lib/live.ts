import { useEffect, useRef } from 'react'
import type { LiveEvent } from '#contract/runs.ts'
import { shell } from './endpoints.ts'
import { stream } from './event-stream.ts'
import { markChanged, queryClient } from './freshness.ts'
import { loadSession, onSessionChange, readSession } from './session.ts'

type Handler = (event: LiveEvent) => void
const handlers = new Set<Handler>()
let stop: (() => void) | undefined

function publish(event: LiveEvent): void {
  for (const handler of handlers) handler(event)
}

/** Gathers what has changed for a moment, so a fast run does not refetch the screen for every row. */
const pending = new Map<string, LiveEvent>()
let timer: ReturnType<typeof setTimeout> | undefined

async function askAgain(): Promise<void> {
  timer = undefined
  const events = [...pending.values()]
  pending.clear()
  try {
    // What the kinds of runs touch is known to a file that the sign-in page has no use for.
    const { topicsOfEvent } = await import('./run-topics.ts')
    await markChanged([...new Set(events.flatMap(topicsOfEvent))])
  } catch {
    await queryClient.invalidateQueries()
  }
}

function invalidateSoon(event: LiveEvent): void {
  const id = event.type === 'run' ? event.run.id : event.type === 'list' ? event.list_id : ''
  pending.set(`${event.type}:${id}`, event)
  if (timer) return
  timer = setTimeout(() => void askAgain(), 400)
}

async function follow(signal: AbortSignal): Promise<void> {
  let connected = false
  try {
    for await (const event of stream(shell.liveEvents, { signal })) {
      // What happened while the line was down is unknown: everything on screen is asked for again.
      if (event.type === 'hello' && connected) void queryClient.invalidateQueries()
      if (event.type === 'hello') connected = true
      if (event.type !== 'hello' && event.type !== 'ping') invalidateSoon(event)
      publish(event)
    }
  } catch {
    // Refused: the session's own check decides whether that is a sign-out.
    if (!signal.aborted && readSession().status === 'signed-in') void loadSession({ again: true })
  }
}

/** Keeps one connection open for as long as somebody is signed in. Call once at start. */
export function startLive(): void {
  const sync = () => {
    const session = readSession()
    // A closed account has nothing to tell.
    const wanted = session.status === 'signed-in' && session.user.account.delete_at === null
    if (wanted && !stop) {
      const controller = new AbortController()
      stop = () => controller.abort()
      void follow(controller.signal)
    }
    if (!wanted && stop) {
      stop()
      stop = undefined
    }
  }
  onSessionChange(sync)
  sync()
}

/** Runs the handler for every live event while the component is on screen. */
export function useLiveEvents(handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const run: Handler = (event) => latest.current(event)
    handlers.add(run)
    return () => {
      handlers.delete(run)
    }
  }, [])
}
