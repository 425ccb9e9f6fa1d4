/** What the tabs of one browser do together: one of them reads, and all of them hear what it read. */
export interface SharedStream<T> {
  /** Tells every tab, this one too. */
  send: (message: T) => void
  stop: () => void
}

interface Options<T> {
  /** Tabs that use the same name share one reader. */
  name: string
  /**
   * Reads until the signal ends it. `waited`: another tab was reading before, so this one may have heard from it.
   * Everything for the other tabs goes through `send`.
   */
  read: (send: (message: T) => void, signal: AbortSignal, waited: boolean) => Promise<void>
  receive: (message: T) => void
}

/**
 * Runs `work` while no other tab does. Without Web Locks, which browsers only offer over HTTPS and on localhost, each
 * visible tab does it for itself.
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
 * Has one visible tab read for all: browsers allow six connections to a server over HTTP/1.1, so a stream in every
 * tab would leave none for calls. A hidden tab leaves reading to a visible one; while all are hidden, nobody reads.
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
    // Ended while it waits for its turn: that is no fault.
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
