import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createGuardedProvider, type GuardedSignIn } from './guarded-provider.ts'
import { SocialLoginError, type SocialProfile } from './social-provider.ts'

const SIGN_IN = { token: 'the-token', type: 'code', origin: 'https://leads.example.com' } as const
const CREDENTIALS = { clientId: '7001', clientSecret: 'the-secret' }

const guard = (prove: (signIn: GuardedSignIn) => Promise<SocialProfile>) =>
  createGuardedProvider({ id: 'google', tokenTypes: ['code'], prove })

describe('a guarded provider', () => {
  it.each([
    ['an error', new TypeError('broken by the-token'), 'unexpected TypeError'],
    ['an error with a cause', new Error('x', { cause: { body: 'the-secret' } }), 'unexpected Error'],
    ['text', 'the-secret', 'unexpected string'],
    ['nothing', undefined, 'unexpected undefined'],
  ])('exposes nothing of %s thrown by an adapter', async (_what, thrown, detail) => {
    const outcome = guard(async () => {
      throw thrown
    }).verify(SIGN_IN, CREDENTIALS)
    const error: unknown = await outcome.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SocialLoginError)
    expect(error).toMatchObject({ reason: 'unavailable', detail })
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/the-token|the-secret/)
  })

  it('lets an adapter give a reason', async () => {
    const reason = new SocialLoginError('google', 'misconfigured', 'said so')
    const outcome = guard(async () => {
      throw reason
    }).verify(SIGN_IN, CREDENTIALS)
    await expect(outcome).rejects.toBe(reason)
  })

  it("reports to the operator what is not about a person's token", async () => {
    const logged: unknown[] = []
    const log = { warn: (details: object) => void logged.push(details) }
    const caller = new AbortController()
    const failing = (prove: () => Promise<SocialProfile>, signal?: AbortSignal) =>
      createGuardedProvider({ id: 'google', tokenTypes: ['code'], log, prove })
        .verify(SIGN_IN, CREDENTIALS, signal)
        .catch(() => {})
    for (const reason of ['rejected', 'unavailable', 'misconfigured'] as const)
      await failing(() => Promise.reject(new SocialLoginError('google', reason, 'said so')))
    caller.abort()
    await failing(() => new Promise(() => {}), caller.signal)
    expect(logged).toEqual([
      { provider: 'google', reason: 'unavailable', detail: 'said so' },
      { provider: 'google', reason: 'misconfigured', detail: 'said so' },
    ])
  })

  it('does not wait for an adapter that ignores its signal', async () => {
    const caller = new AbortController()
    const outcome = guard(() => new Promise(() => {})).verify(SIGN_IN, CREDENTIALS, caller.signal)
    caller.abort()
    await expect(outcome).rejects.toMatchObject({ reason: 'unavailable', detail: 'aborted by the caller' })
  })

  it('says what to do, by reason', () => {
    const output = (['rejected', 'unavailable', 'misconfigured'] as const).map(
      (reason) => new SocialLoginError('facebook', reason, 'for the log').message,
    )
    expect(new Set(output).size).toBe(3)
    for (const sentence of output) expect(sentence).toMatch(/^[^\n]*Facebook[^\n]*\.$/)
    expect(output.join()).not.toContain('for the log')
  })
})
