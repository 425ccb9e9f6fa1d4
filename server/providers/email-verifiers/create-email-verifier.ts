import { createHash } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { HostTarget } from '#server/platform/fetch/host-map.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import { createTcpConnect, type TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import { type CatchAll, createCatchAllMemory } from './catch-all-memory.ts'
import type { EmailVerification, EmailVerifier, VerifyOptions } from './email-verifier.ts'
import { isDisposableDomain } from './flags/disposable-domains.ts'
import { isFreeDomain } from './flags/free-domains.ts'
import { isRoleName } from './flags/role-names.ts'
import { catchAllOf, judge, type Verdict } from './judge.ts'
import { findMailHosts, type MailHosts } from './mx/find-mail-hosts.ts'
import { type MailProvider, OTHERS_PER_MINUTE, providerOf } from './mx/mail-providers.ts'
import { operatorOf } from './mx/network-of.ts'
import { createPort25Watch, type ReachStorage } from './port25-watch.ts'
import { REASONS, type Reason } from './reasons.ts'
import { type AskResult, askHosts } from './smtp/ask-hosts.ts'
import { createTranscript, type Transcript } from './smtp/transcript.ts'
import { type MailAddress, normaliseAddress } from './syntax/normalise-address.ts'
import { suggestDomain } from './syntax/suggest-domain.ts'

/** Bounds of one verification and of what is remembered. */
export interface VerifierLimits {
  connectTimeoutMs: number
  /** From a command to the end of its reply. */
  replyTimeoutMs: number
  /** For all hosts of a domain together, waiting for a turn not counted. */
  totalTimeoutMs: number
  /** So many hosts of a domain are tried. */
  maxHosts: number
  /** Dialogues with one mail host at a time. */
  perHost: number
  /** How long mail hosts and catch-all answers of a domain are remembered. */
  memoryMs: number
  /** A name server that failed is not asked again about the same domain for so long. */
  failureMs: number
  /** For so many domains. */
  memorySize: number
}

const LIMITS: VerifierLimits = {
  connectTimeoutMs: 10_000,
  replyTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  maxHosts: 3,
  perHost: 2,
  memoryMs: 600_000,
  failureMs: 5000,
  memorySize: 5000,
}

export interface EmailVerifierDeps {
  dns: Pick<DnsClient, 'mx' | 'addresses'>
  /** A parsed MX_MAP: mail hosts and mail domains that are reached on this machine. */
  hostTargets: ReadonlyMap<string, HostTarget>
  /** `off` never connects, `on` always does, `auto` pauses while port 25 is closed. */
  smtp: 'auto' | 'on' | 'off'
  helo: string
  /** The sender; empty for the null sender. */
  from: string
  reach: ReachStorage
  /** Waits until `key` may be used again, `perMinute` times a minute over all processes. */
  pace(key: string, perMinute: number, signal: AbortSignal): Promise<void>
  clock: Clock
  limits?: Partial<VerifierLimits>
  /** Told about faults of our own, such as a storage that fails; they end as `check_failed`. */
  onError?: (error: unknown) => void
  /** Opens connections; the guarded one of the platform when not given. */
  connect?: TcpConnect
}

const SMTP_PORT = 25
const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789'
/**
 * An address of a domain that nobody has. It stays the same for each domain: a host that puts off strangers takes the
 * second question for a known address only, so a fresh one each time would never be answered.
 */
function randomAddress(domain: string, salt: string): string {
  const digest = createHash('sha256').update(`${salt}\n${domain}`).digest().subarray(0, 15)
  return `${Array.from(digest, (byte) => SIGNS[byte % SIGNS.length]).join('')}@${domain}`
}

/** What one verification has found out so far. */
type Finding = Pick<EmailVerification, 'mx' | 'catch_all'> & { verdict: Verdict }
const only = (reason: Reason): Finding => ({
  mx: null,
  catch_all: null,
  verdict: { reason, transient: false },
})

function report(text: string, address: MailAddress | null, finding: Finding, transcript: Transcript) {
  const { reason, transient } = finding.verdict
  const { state, temporary } = REASONS[reason]
  const domain = address?.literal === false ? address.domain : ''
  const meant = domain ? suggestDomain(domain) : null
  return {
    address: address?.address ?? text.trim(),
    state,
    reason,
    temporary: temporary || transient,
    flags: {
      disposable: domain !== '' && isDisposableDomain(domain),
      free: domain !== '' && isFreeDomain(domain),
      role: address !== null && isRoleName(address.local),
    },
    suggestion: address && meant ? `${address.local}@${meant}` : null,
    mx: finding.mx,
    catch_all: finding.catch_all,
    transcript: transcript.lines,
  }
}

/** Makes the verifier that asks name servers and mail hosts itself. */
export function createEmailVerifier(deps: EmailVerifierDeps): EmailVerifier {
  const limits = { ...LIMITS, ...deps.limits }
  const memory = { ttlMs: limits.memoryMs, max: limits.memorySize }
  const { dns, hostTargets, smtp, helo, from } = deps
  const { connectTimeoutMs, replyTimeoutMs, totalTimeoutMs, maxHosts } = limits
  const connect = deps.connect ?? createTcpConnect({ dns, hostTargets, connectTimeoutMs })
  const watch = createPort25Watch({ storage: deps.reach, clock: deps.clock })
  const takeSlot = createKeyedSlots(limits.perHost)
  const knownHosts = createTtlCache<MailHosts>(memory)
  const failedHosts = createTtlCache<MailHosts>({ ...memory, ttlMs: limits.failureMs })
  const openQuestions = new Map<string, Promise<MailHosts>>()
  const catchAlls = createCatchAllMemory(memory)
  const closing = new AbortController()

  /** Many addresses of one domain are one question to the name servers, also while it is open and when it failed. */
  async function mailHosts(domain: string, signal: AbortSignal): Promise<MailHosts> {
    const known = knownHosts.get(domain) ?? failedHosts.get(domain)
    if (known) return known
    let question = openQuestions.get(domain)
    if (!question) {
      question = findMailHosts(domain, dns, hostTargets).finally(() => openQuestions.delete(domain))
      openQuestions.set(domain, question)
    }
    const found = await raceAbort(question, signal)
    if (found.kind === 'failed') failedHosts.set(domain, found)
    else knownHosts.set(domain, found)
    return found
  }

  async function enter(host: string, signal: AbortSignal): Promise<() => void> {
    const perMinute = providerOf(host)?.perMinute ?? OTHERS_PER_MINUTE
    await deps.pace(`smtp:${operatorOf(host)}`, perMinute, signal)
    return takeSlot(host, signal)
  }

  function ask(
    address: MailAddress,
    { hosts, fallback }: Way,
    random: string | null,
    { transcript, signal }: Run,
  ): Promise<AskResult> {
    const plan = { helo, from, random, target: address.address, utf8: address.utf8, replyTimeoutMs }
    return askHosts(hosts, plan, {
      connect,
      enter,
      port: SMTP_PORT,
      maxHosts,
      totalTimeoutMs,
      transcript,
      signal,
      onConnect: async (host, why, tried) => {
        // A domain without MX is often a website only, whose firewall drops what comes for mail.
        const telling = why === null || !fallback
        if (smtp === 'auto' && telling) await watch.onConnect(host, why, tried)
      },
    })
  }

  /** Asks for the address of a domain about which something is known: nobody is asked where everybody is taken. */
  async function askKnown(address: MailAddress, way: Way, known: CatchAll, run: Run): Promise<Asked> {
    if (!known.accepts) return { asked: await ask(address, way, null, run), catchAll: false }
    run.transcript.lines.push(...known.evidence)
    return { asked: null, catchAll: true }
  }

  /** Asks for the address and, when nobody knows yet, for a random one before it. */
  async function askOnce(address: MailAddress, way: Way, skip: boolean, run: Run): Promise<Asked> {
    const peeked = skip ? catchAlls.peek(address.domain) : undefined
    if (skip && !peeked) return { asked: await ask(address, way, null, run), catchAll: null }
    const claim = peeked ? { known: peeked } : await catchAlls.claim(address.domain, run.signal)
    if ('known' in claim) return askKnown(address, way, claim.known, run)
    let found: CatchAll | null = null
    try {
      const asked = await ask(address, way, randomAddress(address.domain, `${helo} ${from}`), run)
      const accepts = asked.kind === 'asked' ? catchAllOf(asked.result) : null
      if (accepts !== null) found = { accepts, evidence: [...run.transcript.lines] }
      return { asked, catchAll: accepts }
    } finally {
      claim.settle(found)
    }
  }

  async function talk(
    address: MailAddress,
    way: Way,
    provider: MailProvider | null,
    run: Run,
  ): Promise<Omit<Finding, 'mx'>> {
    const closed = { verdict: { reason: 'port25_closed', transient: false }, catch_all: null } as const
    if (smtp === 'auto' && !(await watch.mayTry())) return closed
    const reliable = provider?.reliable ?? true
    // The mailboxes of a free service are never catch-all, and each question there counts against us.
    const skip = run.skipCatchAll || (!reliable && isFreeDomain(address.domain))
    const { asked, catchAll } = await askOnce(address, way, skip, run)
    if (!asked) return { verdict: { reason: 'accepts_everything', transient: false }, catch_all: true }
    const silent = asked.kind === 'not_connected' && (asked.why === 'timeout' || asked.why === 'unreachable')
    if (silent && smtp === 'auto' && (await watch.isClosed())) return closed
    return { verdict: judge(asked, catchAll, reliable), catch_all: catchAll }
  }

  async function examine(address: MailAddress, run: Run): Promise<Finding> {
    if (address.literal) return only('address_literal')
    if (isDisposableDomain(address.domain)) return only('disposable_domain')
    const found = await mailHosts(address.domain, run.signal)
    if (found.kind === 'failed') return only('dns_failed')
    if (found.kind === 'none') return only(found.why)
    const provider = found.hosts.map(providerOf).find(Boolean) ?? null
    const mx = { hosts: found.hosts, provider: provider?.id ?? null, fallback: found.fallback }
    if (smtp === 'off') return { ...only('smtp_switched_off'), mx }
    return { mx, ...(await talk(address, found, provider, run)) }
  }

  async function verify(text: string, options: VerifyOptions = {}): Promise<EmailVerification> {
    const startedAt = performance.now()
    const signals = options.signal ? [closing.signal, options.signal] : [closing.signal]
    const signal = AbortSignal.any(signals)
    signal.throwIfAborted()
    const transcript = createTranscript(startedAt)
    const parsed = normaliseAddress(text)
    const address = typeof parsed === 'string' ? null : parsed
    const run: Run = { transcript, signal, skipCatchAll: options.skipCatchAll ?? false }
    let finding = only('syntax')
    try {
      if (address) finding = await examine(address, run)
    } catch (error) {
      signal.throwIfAborted()
      deps.onError?.(error)
      finding = only('check_failed')
    }
    const took = Math.round(performance.now() - startedAt)
    return { ...report(text, address, finding, transcript), took_ms: took }
  }

  return {
    verify,
    status: async () => ({ smtp, ...(await watch.status()) }),
    close: () => closing.abort(new Error('The verifier was closed')),
  }
}

/** The hosts of a domain. */
type Way = Extract<MailHosts, { kind: 'found' }>

/** What was said, and what is known by now of the domain. Nobody was asked where everybody is taken. */
type Asked = { asked: AskResult; catchAll: boolean | null } | { asked: null; catchAll: true }

/** What belongs to one verification. */
interface Run {
  transcript: Transcript
  signal: AbortSignal
  skipCatchAll: boolean
}
