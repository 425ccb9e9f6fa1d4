import { createDnsClient } from '#server/platform/dns/dns-client.ts'
import { readHostTargets } from '#server/platform/fetch/host-map.ts'
import {
  createEmailVerifier,
  type EmailVerifier,
  type EmailVerifierDeps,
  type ReachState,
} from '#server/providers/email-verifiers/index.ts'
import { type FakeDns, type FakeZone, startFakeDns } from './fake-dns.ts'
import { type FakeSmtp, type FakeSmtpScript, startFakeSmtp } from './fake-smtp.ts'

/** A verifier with a name server and mail servers on this machine. */
export interface VerifierBench {
  verifier: EmailVerifier
  dns: FakeDns
  /** By the given name. */
  smtp: Record<string, FakeSmtp>
  /** The saved state of port 25. */
  reach: { state: ReachState | null }
  /** Keys of `pace` calls, in order. */
  paced: string[]
  errors: unknown[]
  close(): Promise<void>
}

export interface BenchPlan {
  /** Mail servers by mail domain or host name, as in MX_MAP. */
  hosts?: Record<string, FakeSmtpScript>
  zones?: Record<string, FakeZone>
  /** Further entries of MX_MAP, such as a port without a server. */
  map?: Record<string, string>
  deps?: Partial<EmailVerifierDeps>
}

/** Short, so that timeouts are quick. */
const LIMITS = { connectTimeoutMs: 2000, replyTimeoutMs: 2000, totalTimeoutMs: 5000 }

/** Starts servers on free ports of 127.0.0.1 and a verifier that only reaches those. */
export async function startVerifierBench(plan: BenchPlan = {}): Promise<VerifierBench> {
  const dns = await startFakeDns(plan.zones)
  const smtp: Record<string, FakeSmtp> = {}
  for (const [name, script] of Object.entries(plan.hosts ?? {})) smtp[name] = await startFakeSmtp(script)
  const map = Object.entries(smtp).map(([name, server]) => [name, server.address] as const)
  const client = createDnsClient({ servers: [dns.address], timeoutMs: 500, tries: 1 })
  const reach: VerifierBench['reach'] = { state: null }
  const paced: string[] = []
  const errors: unknown[] = []
  const { limits, ...deps } = plan.deps ?? {}
  const verifier = createEmailVerifier({
    dns: client,
    hostTargets: readHostTargets({ ...plan.map, ...Object.fromEntries(map) }),
    smtp: 'auto',
    helo: 'probe.example',
    from: 'probe@probe.example',
    reach: {
      load: async () => reach.state,
      save: async (state) => {
        reach.state = state
      },
    },
    pace: async (key) => {
      paced.push(key)
    },
    clock: { now: () => new Date() },
    onError: (error) => errors.push(error),
    ...deps,
    limits: { ...LIMITS, ...limits },
  })
  return {
    verifier,
    dns,
    smtp,
    reach,
    paced,
    errors,
    async close() {
      verifier.close()
      client.cancel()
      await Promise.all([dns.close(), ...Object.values(smtp).map((server) => server.close())])
    },
  }
}
