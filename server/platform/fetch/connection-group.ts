import type { Agent } from 'undici'

/** Connections that some requests share and nobody else uses, such as those of one website. */
export interface ConnectionGroup {
  /** Most connections to an origin at a time; further requests wait. */
  readonly limit: number
  /** By the limit of opening a connection, in milliseconds. */
  readonly agents: Map<number, Agent>
  /** Ends all connections, and requests that still use them. */
  close(): void
}

/**
 * A group with at most `limit` connections to an origin. Its caller closes it: servers keep unused connections open
 * for a minute and longer, which is thousands of them where many websites are read.
 */
export function createConnectionGroup(limit: number): ConnectionGroup {
  const agents = new Map<number, Agent>()
  return {
    limit,
    agents,
    close() {
      for (const agent of agents.values()) void agent.destroy()
      agents.clear()
    },
  }
}
