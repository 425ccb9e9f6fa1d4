import { afterEach, describe, expect, it } from 'vitest'
import { EMAIL_FILTER } from '#contract/core/constants.ts'
import { STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'
import {
  type BenchPlan,
  startVerifierBench,
  type VerifierBench,
} from '#server/testing/email-verifier-bench.ts'
import type { FakeSmtpScript } from '#server/testing/fake-smtp.ts'

let bench: VerifierBench | null = null
afterEach(async () => {
  await bench?.close()
  bench = null
})

async function start(plan: BenchPlan): Promise<VerifierBench> {
  await bench?.close()
  bench = await startVerifierBench(plan)
  return bench
}

const ANN = 'ann@acme.example'
const at = (script: FakeSmtpScript, deps: BenchPlan['deps'] = {}): BenchPlan => ({
  hosts: { 'acme.example': script },
  deps,
})
const soon = { limits: { replyTimeoutMs: 300 } }
const NOT_FOUND = STATES_OF_EMAIL_FILTER[EMAIL_FILTER.notFound]

describe('a slow host', () => {
  it.each(['banner', 'ehlo', 'mail', 'rcpt'] as const)('that never answers at %s', async (hangAt) => {
    const { verifier } = await start(at({ hangAt }, soon))
    expect(await verifier.verify(ANN)).toMatchObject({
      state: 'unknown',
      reason: 'smtp_timeout',
      temporary: true,
    })
  })

  it('that sends one byte at a time gains no time', async () => {
    const { verifier, smtp } = await start(at({ tarpitMs: 20 }, soon))
    expect(await verifier.verify(ANN)).toMatchObject({ reason: 'smtp_timeout' })
    expect(smtp['acme.example']?.sessions[0]?.commands).toEqual([])
  })

  it('that delays every reply is abandoned when the total time is over', async () => {
    const { verifier } = await start(at({ delayMs: 60 }, { limits: { totalTimeoutMs: 100 } }))
    const result = await verifier.verify(ANN)
    expect(result).toMatchObject({ state: 'unknown', reason: 'smtp_timeout', temporary: true })
  })

  it('leaves time for the next host', async () => {
    const { verifier } = await start({
      hosts: { 'a.acme.example': { hangAt: 'banner' }, 'b.acme.example': { rcpt: { [ANN]: '250 Ok' } } },
      zones: {
        'acme.example': {
          mx: [
            [1, 'a.acme.example'],
            [2, 'b.acme.example'],
          ],
        },
      },
      deps: soon,
    })
    expect(await verifier.verify(ANN)).toMatchObject({ state: 'valid' })
  })
})

describe('a host that hangs up', () => {
  it.each(['connect', 'banner', 'ehlo', 'mail', 'rcpt'] as const)('at %s', async (dropAt) => {
    const { verifier } = await start(at({ dropAt }))
    expect(await verifier.verify(ANN)).toMatchObject({
      state: 'unknown',
      reason: 'smtp_closed',
      temporary: true,
    })
  })

  it('after QUIT has given its full answer', async () => {
    const { verifier } = await start(at({ dropAt: 'quit', rcpt: { [ANN]: '250 Ok' } }))
    expect(await verifier.verify(ANN)).toMatchObject({ state: 'valid' })
  })
})

describe('a malicious host', () => {
  it.each<[string, FakeSmtpScript]>([
    ['a line of a megabyte', { raw: { banner: `220 ${'x'.repeat(1_000_000)}\r\n` } }],
    ['a megabyte without a line', { raw: { ehlo: 'y'.repeat(1_000_000) } }],
    ['an endless reply', { endlessAt: 'ehlo' }],
    ['an endless reply to RCPT', { endlessAt: 'rcpt' }],
    ['no SMTP', { raw: { banner: 'HTTP/1.1 400 Bad Request\r\n\r\n' } }],
    ['NUL bytes', { raw: { banner: Buffer.alloc(3000) } }],
    ['NUL bytes and a line end', { raw: { ehlo: Buffer.from('\0\0\x150 ok\r\n') } }],
    ['an invalid code', { raw: { rcpt: '999 5.1.1 User unknown\r\n' } }],
    [
      'replies before their commands',
      { raw: { banner: '220 hi\r\n250 ok\r\n250 ok\r\n250 ok\r\n550 5.1.1 no such user\r\n' } },
    ],
    ['binary data', { raw: { mail: Buffer.from([0xff, 0xfe, 0x80, 0x0d, 0x0a]) } }],
  ])('that sends %s gives “unknown” and harms nothing', async (_name, script) => {
    const { verifier, smtp, errors } = await start(at(script, { limits: { replyTimeoutMs: 600 } }))
    const result = await verifier.verify(ANN)
    expect(result.state).toBe('unknown')
    expect(result.reason).toMatch(/^(bad_reply|smtp_timeout)$/)
    expect(result.transcript.length).toBeLessThanOrEqual(60)
    expect(JSON.stringify(result.transcript).length).toBeLessThan(40_000)
    expect(errors).toEqual([])
    // Whatever it is, the next session connects at once.
    const server = smtp['acme.example']
    if (server) server.script = { rcpt: { [ANN]: '250 Ok' } }
    expect(await verifier.verify(ANN)).toMatchObject({ state: 'valid' })
  })

  it('cannot put control characters into the transcript', async () => {
    const { verifier } = await start(
      at({
        raw: { banner: '220 a\u0000\u001b[31mred\u202eder\u2028line \u00e4\r\n' },
        rcpt: { [ANN]: '250 Ok' },
      }),
    )
    const result = await verifier.verify(ANN)
    expect([result.state, result.transcript[1]?.line]).toEqual(['valid', '220 a[31mredderline ä'])
  })
})

describe('an address', () => {
  it.each(['x>\r\nDATA', 'x\r\nRCPT TO:<eve@evil.example>', '"x\r\nQUIT"'])(
    'cannot be interpreted as a command: %j',
    async (local) => {
      const { verifier, smtp } = await start(at({ catchAll: true }))
      expect(await verifier.verify(`${local}@acme.example`)).toMatchObject({ reason: 'syntax' })
      expect(smtp['acme.example']?.sessions).toEqual([])
    },
  )
})

describe('a failure', () => {
  const faults: FakeSmtpScript[] = [
    ...(['connect', 'banner', 'ehlo', 'mail', 'rcpt'] as const).map((dropAt) => ({ dropAt })),
    ...(['banner', 'ehlo', 'mail', 'rcpt'] as const).map((stage) => ({ raw: { [stage]: 'garbage\r\n' } })),
    ...[
      '421 4.7.0 go away',
      '450 later',
      '451 4.7.1 Greylisted',
      '452 4.5.3 Too many',
      '550 rejected',
      '554',
    ].flatMap((text) => [
      { banner: text },
      { ehlo: text, helo: text },
      { mail: text },
      { rcpt: { '*': text } },
    ]),
    { banner: '550 5.1.1 User unknown' },
    { mail: '550 5.1.1 User unknown' },
    { ehlo: '550 5.1.1 No such user', helo: '550 5.1.1 No such user' },
    { rcpt: { '*': '450 4.1.1 User unknown' } },
  ]

  it.each(faults)('never makes an address count as not found: %j', async (script) => {
    const { verifier } = await start(at(script))
    expect(NOT_FOUND).not.toContain((await verifier.verify(ANN)).state)
  })
})

describe('an abort', () => {
  it('ends a dialogue with its reason, and the connection with it', async () => {
    const { verifier, smtp } = await start(at({ hangAt: 'ehlo' }))
    const controller = new AbortController()
    const verified = verifier.verify(ANN, { signal: controller.signal })
    await expect.poll(() => smtp['acme.example']?.sessions[0]?.commands.length).toBe(1)
    controller.abort(new Error('cancelled'))
    await expect(verified).rejects.toThrow('cancelled')
    await expect(verifier.verify(ANN, { signal: controller.signal })).rejects.toThrow('cancelled')
  })

  it('ends the wait for a slot', async () => {
    const controller = new AbortController()
    const { verifier } = await start(
      at(
        {},
        {
          pace: (_key, _perMinute, signal) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason))
              controller.abort(new Error('cancelled'))
            }),
        },
      ),
    )
    await expect(verifier.verify(ANN, { signal: controller.signal })).rejects.toThrow('cancelled')
  })

  it('ends the wait for the name server', async () => {
    const controller = new AbortController()
    const { verifier } = await start({
      deps: { dns: { mx: () => new Promise(() => {}), addresses: () => new Promise(() => {}) } },
    })
    const verified = verifier.verify(ANN, { signal: controller.signal })
    controller.abort(new Error('cancelled'))
    await expect(verified).rejects.toThrow('cancelled')
  })

  it('happens when the verifier is closed', async () => {
    const { verifier, smtp } = await start(at({ hangAt: 'ehlo' }))
    const verified = verifier.verify(ANN)
    await expect.poll(() => smtp['acme.example']?.sessions.length).toBe(1)
    verifier.close()
    await expect(verified).rejects.toThrow('closed')
    await expect(verifier.verify(ANN)).rejects.toThrow('closed')
  })
})
