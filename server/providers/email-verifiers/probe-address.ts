import { createHash } from 'node:crypto'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import type { TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { type CatchAll, createCatchAllMemory } from './catch-all-memory.ts'
import { isCatchAll } from './judge.ts'
import type { MailHosts } from './mx/find-mail-hosts.ts'
import { findOperator } from './mx/find-network.ts'
import { DEFAULT_PER_MINUTE, findProvider } from './mx/mail-providers.ts'
import type { DialoguePlan } from './smtp/dialogue.ts'
import { type ProbeContext, type ProbeResult, probeHosts } from './smtp/probe-hosts.ts'
import type { Transcript } from './smtp/transcript.ts'
import type { MailAddress } from './syntax/normalise-address.ts'

const SMTP_PORT = 25
const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789'
/**
 * A nonexistent address of a domain. It is stable per domain: a greylisting host accepts the second attempt only for
 * a known address.
 */
function randomAddress(domain: string, salt: string): string {
  const digest = createHash('sha256').update(`${salt}\n${domain}`).digest().subarray(0, 15)
  return `${Array.from(digest, (byte) => SIGNS[byte % SIGNS.length]).join('')}@${domain}`
}

/** A domain with its mail hosts. */
export type MailDomain = Extract<MailHosts, { kind: 'found' }>

/** The replies and what is now known about the domain. A catch-all domain is not probed. */
type Probes = { probe: ProbeResult; catchAll: boolean | null } | { probe: null; catchAll: true }

/** State of one verification. */
export interface VerificationRun {
  transcript: Transcript
  signal: AbortSignal
  skipCatchAll: boolean
}

interface AddressProberDeps {
  dialogue: Pick<DialoguePlan, 'helo' | 'from' | 'replyTimeoutMs'>
  limits: Pick<ProbeContext, 'maxHosts' | 'totalTimeoutMs'>
  /** Concurrent SMTP sessions per mail host. */
  perHost: number
  /** How long catch-all results are cached, and for how many domains. */
  memory: { ttlMs: number; max: number }
  connect: TcpConnect
  /** Waits for a slot of `key`; there are `perMinute` of them, shared by all processes. */
  pace(key: string, perMinute: number, signal: AbortSignal): Promise<void>
  onConnect: ProbeContext['onConnect']
}

/** Probes addresses at mail hosts and caches which domains accept every address. */
export function createAddressProber(deps: AddressProberDeps) {
  const { dialogue, limits, perHost, memory, connect, pace, onConnect } = deps
  const takeSlot = createKeyedSlots(perHost)
  const catchAlls = createCatchAllMemory(memory)

  async function enter(host: string, signal: AbortSignal): Promise<() => void> {
    const perMinute = findProvider(host)?.perMinute ?? DEFAULT_PER_MINUTE
    await pace(`smtp:${findOperator(host)}`, perMinute, signal)
    return takeSlot(host, signal)
  }

  function probeOne(
    address: MailAddress,
    { hosts, fallback }: MailDomain,
    { random, repeat = false }: { random: string | null; repeat?: boolean },
    { transcript, signal }: VerificationRun,
  ): Promise<ProbeResult> {
    const plan = { ...dialogue, random, repeat, target: address.address, utf8: address.utf8 }
    return probeHosts(hosts, plan, {
      connect,
      enter,
      port: SMTP_PORT,
      ...limits,
      transcript,
      signal,
      onConnect: async (host, why, tried) => {
        // A domain without MX is often only a website, whose firewall drops SMTP.
        const telling = why === null || !fallback
        if (telling) await onConnect(host, why, tried)
      },
    })
  }

  /** Probes an address of a domain with a known catch-all result; none is needed if it accepts every address. */
  async function probeKnown(
    address: MailAddress,
    mailDomain: MailDomain,
    known: CatchAll,
    run: VerificationRun,
  ): Promise<Probes> {
    if (!known.accepts) {
      const probe = await probeOne(address, mailDomain, { random: null, repeat: true }, run)
      return { probe, catchAll: false }
    }
    run.transcript.lines.push(...known.evidence)
    return { probe: null, catchAll: true }
  }

  /** Probes the address and, when the catch-all result is unknown, a random one before it. */
  async function probeAddress(
    address: MailAddress,
    mailDomain: MailDomain,
    skip: boolean,
    run: VerificationRun,
  ): Promise<Probes> {
    const peeked = skip ? catchAlls.peek(address.domain) : undefined
    if (skip && !peeked)
      return { probe: await probeOne(address, mailDomain, { random: null }, run), catchAll: null }
    const claim = peeked ? { known: peeked } : await catchAlls.claim(address.domain, run.signal)
    if ('known' in claim) return probeKnown(address, mailDomain, claim.known, run)
    let found: CatchAll | null = null
    try {
      const probe = await probeOne(
        address,
        mailDomain,
        { random: randomAddress(address.domain, `${dialogue.helo} ${dialogue.from}`) },
        run,
      )
      const accepts = probe.kind === 'asked' ? isCatchAll(probe.result) : null
      if (accepts !== null) found = { accepts, evidence: [...run.transcript.lines] }
      return { probe, catchAll: accepts }
    } finally {
      claim.settle(found)
    }
  }

  return probeAddress
}
