import { AsyncLocalStorage } from 'node:async_hooks'

/** Limits the pool's connections for one kind of work; further requests wait in line. */
export interface ConnectionShare {
  /** Resolves when a connection may be taken; the returned function releases the slot. */
  enter(): Promise<() => void>
}

export function createShare(size: number): ConnectionShare {
  let free = size
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const once = () => {
    let isReleased = false
    return () => {
      if (!isReleased) leave()
      isReleased = true
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

/** Runs `work` so that its connections, sequential or parallel, stay within the share. */
export const withShare = <T>(share: ConnectionShare, work: () => Promise<T>): Promise<T> =>
  shares.run(share, work)

/** The running code's share; undefined where connections are not limited. */
export const currentShare = (): ConnectionShare | undefined => shares.getStore()
