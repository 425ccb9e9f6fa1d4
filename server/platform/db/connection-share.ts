import { AsyncLocalStorage } from 'node:async_hooks'

/** At most so many connections of the pool for one kind of work; whoever wants one more waits in line. */
export interface ConnectionShare {
  /** Resolves when a connection may be taken; the answered function gives the place back. */
  enter(): Promise<() => void>
}

/** A share of `size` connections. */
export function createShare(size: number): ConnectionShare {
  let free = size
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const once = () => {
    let given = false
    return () => {
      if (!given) leave()
      given = true
    }
  }
  return {
    async enter() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return once()
    },
  }
}

const shares = new AsyncLocalStorage<ConnectionShare>()

/** Runs `work` so that the connections it takes, one at a time or side by side, stay within the share. */
export const withShare = <T>(share: ConnectionShare, work: () => Promise<T>): Promise<T> =>
  shares.run(share, work)

/** The share of the running code; undefined where connections are not counted. */
export const currentShare = (): ConnectionShare | undefined => shares.getStore()
