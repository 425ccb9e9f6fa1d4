import {
  type EmailVerification,
  type EmailVerifier,
  REASONS,
  type Reason,
} from '#server/providers/email-verifiers/index.ts'

export interface FakeVerifier extends EmailVerifier {
  /** Requested addresses, in order. */
  requested: string[]
}

/** The result for a reason of the real verifier. */
const answerOf = (address: string, reason: Reason): EmailVerification => ({
  address,
  state: REASONS[reason].state,
  reason,
  temporary: REASONS[reason].temporary,
  flags: { disposable: false, free: false, role: address.startsWith('info@') },
  suggestion: null,
  mx: { hosts: ['mx.test.example'], provider: null, fallback: false },
  catch_all: null,
  transcript: [{ dir: '<', line: `250 ${reason}`, at_ms: 1 }],
  took_ms: 1,
})

/** Returns the reason from `say`, immediately or asynchronously; pass it to `testApp({ emailVerifier })`. */
export function createFakeVerifier(
  reasonOf: (address: string, signal: AbortSignal) => Reason | Promise<Reason>,
): FakeVerifier {
  const requested: string[] = []
  return {
    requested,
    async verify(address, { signal } = {}) {
      requested.push(address)
      return answerOf(address, await reasonOf(address, signal ?? new AbortController().signal))
    },
    status: async () => ({ smtp: 'auto', port25: 'open', retryAt: null }),
    close: () => {},
  }
}
