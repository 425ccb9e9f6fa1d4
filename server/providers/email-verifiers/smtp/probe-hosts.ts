import type { ConnectFailure, TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { type DialogueEnd, type DialoguePlan, type DialogueResult, runDialogue } from './dialogue.ts'
import type { Transcript } from './transcript.ts'

/** Why nothing was found out: no connection to any host, or a session that ended at the greeting. */
type ProbeFailure = { kind: 'not_connected'; why: ConnectFailure } | { kind: 'not_greeted'; end: DialogueEnd }

export type ProbeResult = { kind: 'asked'; host: string; result: DialogueResult } | ProbeFailure

export interface ProbeContext {
  connect: TcpConnect
  /** Waits for a slot of a host; rejects when the signal aborts. Time spent here is not counted. */
  enter(host: string, signal: AbortSignal): Promise<() => void>
  /** Reports every connection attempt that was not aborted. */
  onConnect(host: string, why: ConnectFailure | null, address: string | null): Promise<void>
  port: number
  maxHosts: number
  /** For all connections and sessions together. */
  totalTimeoutMs: number
  transcript: Transcript
  signal: AbortSignal
}

const SAID: Record<ConnectFailure, string> = {
  refused: 'connection refused',
  timeout: 'no response to the connection',
  unreachable: 'no route to this host',
  blocked_address: 'not on the public internet',
  no_address: 'the host has no address',
  dns_failed: 'DNS did not answer',
}

/** When a host never greets, or greets with a rejection, the next one is tried. */
const endedAtGreeting = ({ end }: DialogueResult): boolean => end?.at === 'greeting'

/** Whether the host closed the connection after its reply to the random address. */
const needsSecond = (plan: DialoguePlan, { end }: DialogueResult): boolean =>
  plan.random !== null && end?.why === 'closed' && (end.at === 'random' || end.at === 'target')

/** The most informative failure wins when every host failed. */
const WEIGHT: readonly ConnectFailure[] = [
  'refused',
  'timeout',
  'unreachable',
  'dns_failed',
  'blocked_address',
  'no_address',
]

function mostTelling(failures: readonly ProbeFailure[]): ProbeFailure {
  const weight = (failure: ProbeFailure) =>
    failure.kind === 'not_greeted' ? -1 : WEIGHT.indexOf(failure.why)
  const [first] = failures.toSorted((a, b) => weight(a) - weight(b))
  return first ?? { kind: 'not_connected', why: 'no_address' }
}

/**
 * Probes an address at the hosts of its domain: the first one that greets decides. A host that closes the connection
 * after its reply to the random address gets a second one for the address itself. Rejects only when the signal
 * aborts.
 */
export async function probeHosts(
  hosts: readonly string[],
  plan: DialoguePlan,
  context: ProbeContext,
): Promise<ProbeResult> {
  const { connect, enter, onConnect, port, transcript, signal } = context
  let leftMs = context.totalTimeoutMs

  async function session(host: string, dialogue: DialoguePlan): Promise<DialogueResult | ConnectFailure> {
    const leave = await enter(host, signal)
    const startedAt = performance.now()
    const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)))
    const ended = AbortSignal.any([signal, deadline])
    try {
      transcript.add('>', `(connecting to ${host})`)
      const outcome = await connect(host, port, ended)
      await onConnect(host, outcome.kind === 'failed' ? outcome.why : null, outcome.address)
      if (outcome.kind === 'connected')
        return await runDialogue(outcome.socket, { plan: dialogue, transcript, signal: ended })
      transcript.add('<', `(${SAID[outcome.why]})`)
      return outcome.why
    } catch (error) {
      if (signal.aborted || !deadline.aborted) throw error
      transcript.add('<', `(${SAID.timeout})`)
      return 'timeout'
    } finally {
      leftMs -= performance.now() - startedAt
      leave()
      signal.throwIfAborted()
    }
  }

  const failures: ProbeFailure[] = []
  for (const host of hosts.slice(0, context.maxHosts)) {
    if (leftMs <= 0) break
    const first = await session(host, plan)
    if (typeof first === 'string') failures.push({ kind: 'not_connected', why: first })
    else if (endedAtGreeting(first)) failures.push({ kind: 'not_greeted', end: first.end as DialogueEnd })
    else {
      const retry =
        needsSecond(plan, first) && leftMs > 0 ? await session(host, { ...plan, random: null }) : null
      const second = retry !== null && typeof retry !== 'string' ? retry : null
      if (!second) return { kind: 'asked', host, result: first }
      // Both were the first recipient of their session, so they compare.
      return { kind: 'asked', host, result: { ...second, random: first.random, again: first.random } }
    }
  }
  return mostTelling(failures)
}
