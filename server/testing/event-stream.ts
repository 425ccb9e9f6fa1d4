import { type LiveEvent, liveEvents } from '#contract/activity/runs.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { PATIENCE_MS } from './patience.ts'

/** A caller's live events over a real connection. */
export interface EventStream {
  status: number
  headers: Headers
  /** All events so far, oldest first. */
  events: LiveEvent[]
  /**
   * Waits for the first match at or after `after` (an index of `events`).
   * @throws when the stream ends first, or on timeout
   */
  waitFor(fits: (event: LiveEvent) => boolean, after?: number): Promise<LiveEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  /** Disconnects abruptly. */
  leave(): void
}

/** Opens the stream at `origin`. Leave it before the server closes, unless that is the test. */
export async function openEvents(origin: string, token: string): Promise<EventStream> {
  const stop = new AbortController()
  const response = await fetch(origin + buildPath(liveEvents.path), {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const events: LiveEvent[] = []
  let wake = () => {}
  let over = false

  async function read(): Promise<void> {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      events.push(...lines.map((line) => JSON.parse(line)))
      wake()
    }
  }
  const ended = read()
    .catch(() => {})
    .finally(() => {
      over = true
      wake()
    })

  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    async waitFor(fits, after = 0) {
      const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
      try {
        for (;;) {
          const found = events.slice(after).find(fits)
          if (found) return found
          if (over) throw new Error(`the stream ended after ${JSON.stringify(events)}`)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      } finally {
        clearTimeout(timer)
      }
    },
    leave: () => stop.abort(),
  }
}
