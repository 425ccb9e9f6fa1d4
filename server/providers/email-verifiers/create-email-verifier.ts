import type { Clock } from '#server/platform/clock.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { HostTarget } from '#server/platform/fetch/host-map.ts'
import { createTcpConnect, type TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { EmailVerification, EmailVerifier, VerifyOptions } from './email-verifier.ts'
import { isDisposableDomain } from './flags/disposable-domains.ts'
import { isRoleName } from './flags/role-names.ts'
import { judge, type Verdict } from './judge.ts'
import { createMailHostMemory } from './mx/mail-host-memory.ts'
import { findProvider, type MailProvider } from './mx/mail-providers.ts'
import { createPort25Watch, type ReachStorage } from './port25-watch.ts'
import { createAddressProber, type MailDomain, type VerificationRun } from './probe-address.ts'
import { REASONS, type Reason } from './reasons.ts'
import { createTranscript, type Transcript } from './smtp/transcript.ts'
import { type MailAddress, normaliseAddress } from './syntax/normalise-address.ts'
import { suggestDomain } from './syntax/suggest-domain.ts'

/** Limits of one verification and of its caches. */
interface VerifierLimits {
  connectTimeoutMs: number
  /** From a command to the end of its reply. */
  replyTimeoutMs: number
  /** For all hosts of a domain together, without waiting for slots. */
  totalTimeoutMs: number
  /** Maximum hosts tried per domain. */
  maxHosts: number
  /** Concurrent SMTP sessions per mail host. */
  perHost: number
  /** How long mail hosts and catch-all results of a domain are cached. */
  memoryMs: number
  /** How long a DNS failure for a domain is cached. */
  failureMs: number
  /** Cached domains. */
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
  /** A parsed MX_MAP: mail hosts and domains served on this machine. */
  hostTargets: ReadonlyMap<string, HostTarget>
  /** `off` never connects, `on` always does, `auto` pauses while port 25 is closed. */
  smtp: 'auto' | 'on' | 'off'
  helo: string
  /** MAIL FROM; empty for the null sender. */
  from: string
  reach: ReachStorage
  /** Waits for a slot of `key`; there are `perMinute` of them, shared by all processes. */
  pace(key: string, perMinute: number, signal: AbortSignal): Promise<void>
  clock: Clock
  limits?: Partial<VerifierLimits>
  /** Receives faults of ours, such as failing storage; they end as `check_failed`. */
  onError?: (error: unknown) => void
  /** Opens connections; defaults to the guarded one of the platform. */
  connect?: TcpConnect
}

/** Result of a verification so far. */
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
  const suggestion = domain ? suggestDomain(domain) : null
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
    suggestion: address && suggestion ? `${address.local}@${suggestion}` : null,
    mx: finding.mx,
    catch_all: finding.catch_all,
    transcript: transcript.lines,
  }
}

/** Creates a verifier that queries DNS and mail hosts itself. */
export function createEmailVerifier(deps: EmailVerifierDeps): EmailVerifier {
  const limits = { ...LIMITS, ...deps.limits }
  const memory = { ttlMs: limits.memoryMs, max: limits.memorySize }
  const { dns, hostTargets, smtp, helo, from, pace } = deps
  const { connectTimeoutMs, replyTimeoutMs, totalTimeoutMs, maxHosts, perHost, failureMs } = limits
  const watch = createPort25Watch({ storage: deps.reach, clock: deps.clock })
  const mailHosts = createMailHostMemory({ dns, hostTargets, memory, failureMs })
  const probeAddress = createAddressProber({
    dialogue: { helo, from, replyTimeoutMs },
    limits: { maxHosts, totalTimeoutMs },
    perHost,
    memory,
    connect: deps.connect ?? createTcpConnect({ dns, hostTargets, connectTimeoutMs }),
    pace,
    onConnect: async (host, why, address) => {
      if (smtp === 'auto') await watch.onConnect(host, why, address)
    },
  })
  const closing = new AbortController()

  async function runDialogue(
    address: MailAddress,
    domain: MailDomain,
    provider: MailProvider | null,
    run: VerificationRun,
  ): Promise<Omit<Finding, 'mx'>> {
    const closed = { verdict: { reason: 'port25_closed', transient: false }, catch_all: null } as const
    if (smtp === 'auto' && !(await watch.mayConnect())) return closed
    const reliable = provider?.reliable ?? true
    // Free mail services are never catch-all, and each probe costs reputation there.
    const skip = run.skipCatchAll || (!reliable && isFreeDomain(address.domain))
    const { probe, catchAll } = await probeAddress(address, domain, skip, run)
    if (!probe) return { verdict: { reason: 'accepts_everything', transient: false }, catch_all: true }
    const silent = probe.kind === 'not_connected' && (probe.why === 'timeout' || probe.why === 'unreachable')
    if (silent && smtp === 'auto' && (await watch.isClosed())) return closed
    return { verdict: judge(probe, catchAll, reliable), catch_all: catchAll }
  }

  async function examine(address: MailAddress, run: VerificationRun): Promise<Finding> {
    if (address.literal) return only('address_literal')
    if (isDisposableDomain(address.domain)) return only('disposable_domain')
    const found = await mailHosts(address.domain, run.signal)
    if (found.kind === 'failed') return only('dns_failed')
    if (found.kind === 'none') return only(found.why)
    const provider = found.hosts.map(findProvider).find(Boolean) ?? null
    const mx = { hosts: found.hosts, provider: provider?.id ?? null, fallback: found.fallback }
    if (smtp === 'off') return { ...only('smtp_switched_off'), mx }
    return { mx, ...(await runDialogue(address, found, provider, run)) }
  }

  async function verify(text: string, options: VerifyOptions = {}): Promise<EmailVerification> {
    const startedAt = performance.now()
    const signals = options.signal ? [closing.signal, options.signal] : [closing.signal]
    const signal = AbortSignal.any(signals)
    signal.throwIfAborted()
    const transcript = createTranscript(startedAt)
    const parsed = normaliseAddress(text)
    const address = typeof parsed === 'string' ? null : parsed
    const run: VerificationRun = { transcript, signal, skipCatchAll: options.skipCatchAll ?? false }
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
