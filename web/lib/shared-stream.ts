/** A stream shared by the tabs of a browser: one tab reads, all receive. */
export interface SharedStream<T> {
  /** Sends to every tab, including this one. */
  send: (message: T) => void
  stop: () => void
}

interface Options<T> {
  /** Tabs with the same name share one reader. */
  name: string
  /**
   * Reads until the signal aborts. `waited`: another tab was reading before, so this one may have received
   * from it. Everything for other tabs goes through `send`.
   */
  read: (send: (message: T) => void, signal: AbortSignal, waited: boolean) => Promise<void>
  receive: (message: T) => void
}

/**
 * Runs `work` in one tab at a time. Without Web Locks (only over HTTPS and on localhost), every visible tab
 * runs it.
 */
async function alone(name: string, signal: AbortSignal, work: (waited: boolean) => Promise<void>) {
  const locks = globalThis.navigator.locks
  if (!locks) return work(false)
  let free = true
  await locks.request(name, { ifAvailable: true }, (lock) => {
    free = lock !== null
    return free ? work(false) : undefined
  })
  if (!free) await locks.request(name, { signal }, () => work(true))
}

/**
 * Lets one visible tab read for all: browsers allow six connections per server over HTTP/1.1, so a stream in
 * every tab would leave none for calls. A hidden tab hands over to a visible one; while all are hidden,
 * nobody reads.
 */
export function shareStream<T>({ name, read, receive }: Options<T>): SharedStream<T> {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<T>) => receive(data)
  const send = (message: T) => {
    receive(message)
    if (globalThis.navigator.locks) channel.postMessage(message)
  }
  let turn: AbortController | undefined
  const end = () => {
    turn?.abort()
    turn = undefined
  }
  const sync = () => {
    if (document.visibilityState === 'hidden') return end()
    if (turn) return
    turn = new AbortController()
    const { signal } = turn
    // Aborted while waiting for its turn, which is no error.
    alone(name, signal, (waited) => read(send, signal, waited)).catch(() => {})
  }
  document.addEventListener('visibilitychange', sync)
  sync()
  return {
    send,
    stop: () => {
      document.removeEventListener('visibilitychange', sync)
      end()
      channel.close()
    },
  }
}
