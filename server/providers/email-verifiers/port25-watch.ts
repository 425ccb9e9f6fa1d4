import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { ConnectFailure } from '#server/platform/net/tcp-connect.ts'
import { findNetwork } from './mx/find-network.ts'

const ReachState = z.object({
  /** The newest silent attempt of each network. Times in milliseconds since 1970. */
  silent: z.array(z.object({ network: z.string(), at: z.number() })),
  /** Last successful connection. */
  openAt: z.nullable(z.number()),
  /** Nobody connects until then; null while the port counts as open. */
  closedUntil: z.nullable(z.number()),
  /** When it was first found closed. */
  closedAt: z.nullable(z.number()),
})

/** What is known about port 25 of this installation, as JSON. */
export type ReachState = z.output<typeof ReachState>

/** Storage of the state, shared by all processes. */
export interface ReachStorage {
  /** The last saved state, or null. */
  load(): Promise<unknown>
  save(state: ReachState): Promise<void>
}

/** Whether mail hosts can be reached, and when a closed port is tried again. */
export interface ReachStatus {
  port25: 'untested' | 'open' | 'closed'
  retryAt: Date | null
  /** Only when closed. */
  since?: Date
}

export interface Port25Watch {
  /** Whether a connection may be tried. After the pause, one caller may try before the others. */
  mayConnect(): Promise<boolean>
  isClosed(): Promise<boolean>
  /** Reports every attempt: `why` is null for a success, `address` what was tried. */
  onConnect(host: string, why: ConnectFailure | null, address: string | null): Promise<void>
  status(): Promise<ReachStatus>
}

const MINUTE = 60_000
/** Pause after the port was found closed. */
const PAUSE_MS = 30 * MINUTE
/** Time for the first attempt after the pause. */
const TRIAL_MS = 2 * MINUTE
/** A success within this time is evidence against a closed port. */
const RECENT_MS = 10 * MINUTE
const SILENT_MS = 30 * MINUTE
/** Silent networks needed as evidence. */
const MIN_SILENT_NETWORKS = 3
/** Successes are saved at most once in this time. */
const SAVE_INTERVAL_MS = MINUTE
const FRESH: ReachState = { silent: [], openAt: null, closedUntil: null, closedAt: null }

/** Only silence is evidence; a refusal is an answer, and a name without an address says nothing about the port. */
const isSilence = (why: ConnectFailure): boolean => why === 'timeout' || why === 'unreachable'

function afterSilence(state: ReachState, network: string, now: number): ReachState {
  const silent = state.silent.filter((item) => item.network !== network && item.at > now - SILENT_MS)
  silent.push({ network, at: now })
  const recently = state.openAt !== null && state.openAt > now - RECENT_MS
  const closed = state.closedUntil !== null || (silent.length >= MIN_SILENT_NETWORKS && !recently)
  const trimmed = { ...state, silent: silent.slice(-MIN_SILENT_NETWORKS) }
  return closed ? { ...trimmed, closedUntil: now + PAUSE_MS, closedAt: state.closedAt ?? now } : trimmed
}

/**
 * Detects whether this machine can reach mail hosts at all: hosts of several networks that stay silent while none
 * answers mean that outgoing port 25 is closed, as with most access providers.
 */
export function createPort25Watch({ storage, clock }: { storage: ReachStorage; clock: Clock }): Port25Watch {
  let notedAt = Number.NEGATIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()
  const now = () => clock.now().getTime()

  async function load(): Promise<ReachState> {
    const saved = ReachState.safeParse(await storage.load())
    return saved.success ? saved.data : FRESH
  }

  /** Serializes changes within this process; between processes the last one wins. */
  function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work, work)
    queue = result.catch(() => {})
    return result
  }

  async function onSuccess(): Promise<void> {
    if (notedAt > now() - SAVE_INTERVAL_MS) return
    await storage.save({ ...FRESH, openAt: now() })
    notedAt = now()
  }

  async function onSilence(host: string): Promise<void> {
    notedAt = Number.NEGATIVE_INFINITY
    await storage.save(afterSilence(await load(), findNetwork(host), now()))
  }

  const isClosed = async () => {
    const { closedUntil } = await load()
    return closedUntil !== null && closedUntil > now()
  }

  return {
    isClosed,
    mayConnect: () =>
      exclusively(async () => {
        const state = await load()
        if (state.closedUntil === null) return true
        if (state.closedUntil > now()) return false
        await storage.save({ ...state, closedUntil: now() + TRIAL_MS })
        return true
      }),
    async onConnect(host, why, address) {
      if (why === null) return exclusively(onSuccess)
      // Without IPv6 here, an IPv6-only host is out of reach whatever the port.
      const telling = isSilence(why) && address !== null && !address.includes(':')
      if (telling) await exclusively(() => onSilence(host))
    },
    async status() {
      const { openAt, closedUntil, closedAt } = await load()
      if (closedUntil === null) return { port25: openAt === null ? 'untested' : 'open', retryAt: null }
      return { port25: 'closed', retryAt: new Date(closedUntil), since: new Date(closedAt ?? closedUntil) }
    },
  }
}
