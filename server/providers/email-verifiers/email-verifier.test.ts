import { afterEach, describe, expect, it } from 'vitest'
import { EMAIL_STATES } from '#contract/leads/email-states.ts'
import {
  type BenchPlan,
  startVerifierBench,
  type VerifierBench,
} from '#server/testing/email-verifier-bench.ts'
import type { FakeSmtpScript } from '#server/testing/fake-smtp.ts'
import { RECIPIENT_REPLIES } from '#server/testing/smtp-replies.ts'
import { REASONS } from './index.ts'

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
const knowsAnn: FakeSmtpScript = { rcpt: { [ANN]: '250 2.1.5 Ok' } }
const at = (script: FakeSmtpScript): BenchPlan => ({ hosts: { 'acme.example': script } })
const verifyAnn = async (plan: BenchPlan) => (await start(plan)).verifier.verify(ANN)

describe('without network access', () => {
  it.each([
    ['ann', 'invalid', 'syntax'],
    ['ann@acme..example', 'invalid', 'syntax'],
    ['ann@mailinator.com', 'disposable', 'disposable_domain'],
    ['ann@my.mailinator.com', 'disposable', 'disposable_domain'],
    ['ann@[192.0.2.1]', 'unknown', 'address_literal'],
  ])('%s is %s: %s', async (address, state, reason) => {
    const { verifier, dns } = await start({})
    expect(await verifier.verify(address)).toMatchObject({
      state,
      reason,
      temporary: false,
      mx: null,
      transcript: [],
    })
    expect(dns.requests).toEqual([])
  })

  it('returns flags and a suggested correction, which changes nothing', async () => {
    const { verifier } = await start({})
    expect(await verifier.verify(' Info@ACME.con ')).toMatchObject({
      address: 'Info@acme.con',
      state: 'no_mx',
      suggestion: 'Info@acme.com',
      flags: { role: true },
    })
    expect(await verifier.verify('ann@gmial.com')).toMatchObject({ suggestion: 'ann@gmail.com' })
    expect(await verifier.verify('ann@gmail.com')).toMatchObject({
      suggestion: null,
      flags: { free: true, disposable: false, role: false },
    })
  })
})

describe('the hosts of a domain', () => {
  it.each([
    ['null.example', 'no_mx', 'null_mx', false],
    ['empty.example', 'no_mx', 'no_mail_host', false],
    ['gone.example', 'no_mx', 'no_mail_host', false],
    ['ghost.example', 'no_mx', 'mx_without_address', false],
    ['broken.example', 'unknown', 'dns_failed', true],
    ['mute.example', 'unknown', 'dns_failed', true],
    ['private.example', 'unknown', 'mx_not_public', false],
    ['shy.example', 'unknown', 'mx_not_public', false],
    ['half.example', 'unknown', 'dns_failed', true],
  ])('%s is %s: %s', async (domain, state, reason, temporary) => {
    const { verifier } = await start({
      zones: {
        'null.example': { mx: [[0, '']] },
        'empty.example': {},
        'ghost.example': { mx: [[10, 'no.ghost.example']] },
        'broken.example': { fail: 'servfail' },
        'mute.example': { fail: 'timeout' },
        'private.example': { mx: [[10, 'mx.private.example']] },
        'mx.private.example': { a: ['10.0.0.1', '127.0.0.1'], aaaa: ['::1'] },
        'shy.example': { a: ['192.168.1.1'] },
        'half.example': {
          mx: [
            [10, 'mx.half.example'],
            [20, 'mx2.half.example'],
          ],
        },
        'mx2.half.example': { fail: 'servfail' },
      },
    })
    expect(await verifier.verify(`ann@${domain}`)).toMatchObject({ state, reason, temporary })
  })

  it('of a mapped domain are the domain itself', async () => {
    expect(await verifyAnn(at(knowsAnn))).toMatchObject({
      state: 'valid',
      mx: { hosts: ['acme.example'], provider: null, fallback: false },
    })
    expect(bench?.dns.requests).toEqual([])
  })

  it('can be mapped by their own name', async () => {
    const result = await verifyAnn({
      hosts: { 'mx.acme.example': knowsAnn },
      zones: { 'acme.example': { mx: [[10, 'mx.acme.example']] } },
    })
    expect(result).toMatchObject({ state: 'valid', mx: { hosts: ['mx.acme.example'] } })
  })

  it('are tried by preference until one greets', async () => {
    const result = await verifyAnn({
      hosts: {
        'b.acme.example': { banner: '421 4.3.2 Too busy' },
        'c.acme.example': knowsAnn,
        'd.acme.example': {},
      },
      map: { 'a.acme.example': '127.0.0.1:1' },
      zones: {
        'acme.example': {
          mx: [
            [40, 'd.acme.example'],
            [20, 'b.acme.example'],
            [30, 'c.acme.example'],
            [10, 'a.acme.example'],
          ],
        },
      },
    })
    expect(result).toMatchObject({ state: 'valid', reason: 'mailbox_accepted' })
    expect(bench?.smtp['d.acme.example']?.sessions).toEqual([])
  })

  it('are tried within a limit', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.acme.example`)
    const result = await verifyAnn({
      hosts: Object.fromEntries(names.map((name) => [name, { banner: '554 No service' }])),
      zones: { 'acme.example': { mx: names.map((name, index) => [index, name]) } },
    })
    expect(result).toMatchObject({ state: 'unknown', reason: 'greeting_refused' })
    expect(names.map((name) => bench?.smtp[name]?.sessions.length)).toEqual([1, 1, 1, 0])
  })

  it('that refuse the connection prove nothing', async () => {
    const result = await verifyAnn({ map: { 'acme.example': '127.0.0.1:1' } })
    expect(result).toMatchObject({ state: 'unknown', reason: 'mx_refused', temporary: true })
    expect(bench?.reach.state).toBeNull()
  })
})

describe('the SMTP dialogue', () => {
  it('probes a random address, then the address, and sends no mail', async () => {
    const result = await verifyAnn(at(knowsAnn))
    const [session] = bench?.smtp['acme.example']?.sessions ?? []
    expect(session?.commands).toEqual([
      'EHLO probe.example',
      'MAIL FROM:<probe@probe.example>',
      expect.stringMatching(/^RCPT TO:<[a-z0-9]{15}@acme\.example>$/),
      'RCPT TO:<ann@acme.example>',
      // Again, because a host may refuse the first recipient of each session.
      session?.commands[2],
      'QUIT',
    ])
    expect(result).toMatchObject({ state: 'valid', reason: 'mailbox_accepted', catch_all: false })
    expect(result.transcript.map(({ dir, line }) => `${dir} ${line}`)).toEqual([
      '> (connecting to acme.example)',
      '< 220 mx.fake.example ESMTP',
      '> EHLO probe.example',
      '< 250-mx.fake.example',
      '< 250-PIPELINING',
      '< 250 8BITMIME',
      '> MAIL FROM:<probe@probe.example>',
      '< 250 2.1.0 Ok',
      expect.stringMatching(/^> RCPT TO:<[a-z0-9]{15}@acme\.example>$/),
      '< 550 5.1.1 Recipient address rejected: User unknown',
      '> RCPT TO:<ann@acme.example>',
      '< 250 2.1.5 Ok',
      `> ${session?.commands[2]}`,
      '< 550 5.1.1 Recipient address rejected: User unknown',
      '> QUIT',
      '< 221 2.0.0 Bye',
    ])
    const times = result.transcript.map((line) => line.at_ms)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('falls back to HELO', async () => {
    expect(await verifyAnn(at({ ...knowsAnn, ehlo: '502 5.5.1 What?' }))).toMatchObject({ state: 'valid' })
    expect(bench?.smtp['acme.example']?.sessions[0]?.commands.slice(0, 2)).toEqual([
      'EHLO probe.example',
      'HELO probe.example',
    ])
  })

  it('does not probe the address when the domain is a catch-all', async () => {
    const result = await verifyAnn(at({ catchAll: true }))
    expect(result).toMatchObject({ state: 'catch_all', reason: 'accepts_everything', catch_all: true })
    expect(bench?.smtp['acme.example']?.recipients()).not.toContain(ANN)
  })

  it('skips the random address on request', async () => {
    const { verifier, smtp } = await start(at(knowsAnn))
    expect(await verifier.verify(ANN, { skipCatchAll: true })).toMatchObject({
      state: 'risky',
      reason: 'catch_all_unchecked',
      catch_all: null,
    })
    expect(smtp['acme.example']?.recipients()).toEqual([ANN])
  })

  it('uses SMTPUTF8 only where it is offered', async () => {
    const script = { rcpt: { 'jörg@acme.example': '250 Ok' } }
    const { verifier, smtp } = await start({
      hosts: {
        'acme.example': script,
        'new.example': { rcpt: { 'jörg@new.example': '250 Ok' }, ehlo: '250-mx\n250 SMTPUTF8' },
      },
    })
    expect(await verifier.verify('jörg@acme.example')).toMatchObject({ reason: 'utf8_not_supported' })
    expect(await verifier.verify('jörg@new.example')).toMatchObject({ state: 'valid' })
    expect(smtp['new.example']?.sessions[0]?.commands[1]).toBe('MAIL FROM:<probe@probe.example> SMTPUTF8')
  })

  it('can use an empty sender', async () => {
    await verifyAnn({ ...at(knowsAnn), deps: { from: '' } })
    expect(bench?.smtp['acme.example']?.sessions[0]?.commands[1]).toBe('MAIL FROM:<>')
  })

  it('continues over a second connection when the host closes the first after an error', async () => {
    const result = await verifyAnn(at({ ...knowsAnn, closeAfterError: true }))
    expect(result).toMatchObject({ state: 'valid', catch_all: false })
    expect(bench?.smtp['acme.example']?.sessions.map(({ recipients }) => recipients.length)).toEqual([1, 1])
  })

  it('continues with a weaker result when the host hangs up on the random address', async () => {
    const result = await verifyAnn(at({ rcpt: { [ANN]: '250 Ok', '*': null } }))
    expect(result).toMatchObject({ state: 'risky', reason: 'catch_all_unchecked', catch_all: null })
  })

  it.each([
    ['501 5.1.3 Bad recipient address syntax', 'risky', 'catch_all_unchecked'],
    ['550 rejected', 'risky', 'catch_all_unchecked'],
    ['550 5.1.1 User unknown', 'valid', 'mailbox_accepted'],
  ])('takes %s for the invented address for what it says', async (reply, state, reason) => {
    expect(await verifyAnn(at({ rcpt: { [ANN]: '250 Ok', '*': reply } }))).toMatchObject({ state, reason })
  })

  it.each(['550 5.1.1 User unknown', '550 rejected', '501 Bad recipient address syntax'])(
    'is not misled by a host that accepts everything but %s for the first recipient of a session',
    async (toFirst) => {
      const { verifier } = await start(at({ toFirst, catchAll: true }))
      for (const name of ['ann', 'bo'])
        expect(await verifier.verify(`${name}@acme.example`)).toMatchObject({ state: 'catch_all' })
    },
  )

  it('confirms a mailbox at a host that refuses the first recipient of each session', async () => {
    const { verifier } = await start(at({ ...knowsAnn, toFirst: '550 5.1.1 User unknown' }))
    expect(await verifier.verify('bo@acme.example')).toMatchObject({ state: 'invalid' })
    expect(await verifier.verify(ANN)).toMatchObject({ state: 'valid' })
  })

  it('does not connect a third time', async () => {
    const result = await verifyAnn(at({ dropAt: 'rcpt' }))
    expect(result).toMatchObject({ state: 'unknown', reason: 'smtp_closed', temporary: true })
    expect(bench?.smtp['acme.example']?.sessions).toHaveLength(2)
  })

  it('is greylisted first and answered the second time', async () => {
    const { verifier } = await start(at({ ...knowsAnn, greylist: 1 }))
    expect(await verifier.verify(ANN)).toMatchObject({
      state: 'greylisted',
      reason: 'greylisted',
      temporary: true,
    })
    expect(await verifier.verify(ANN)).toMatchObject({ state: 'valid', catch_all: false })
  })
})

const STATES: Record<string, [state: string, reason: string]> = {
  accepted: ['valid', 'mailbox_accepted'],
  cannot_tell: ['unknown', 'host_does_not_say'],
  full: ['risky', 'full_inbox'],
  disabled: ['invalid', 'mailbox_disabled'],
  no_such_user: ['invalid', 'mailbox_unknown'],
  greylisted: ['greylisted', 'greylisted'],
  temporary: ['unknown', 'temporary_failure'],
  blocked: ['provider_blocks_probe', 'probe_blocked'],
  relay_denied: ['unknown', 'relay_denied'],
  wants_sign_in: ['unknown', 'sign_in_required'],
  sender_refused: ['unknown', 'sender_refused'],
  rejected: ['unknown', 'rejected_without_cause'],
}

describe('every reply to RCPT', () => {
  it.each(Object.entries(RECIPIENT_REPLIES))('of the kind %s has its result', async (kind, texts) => {
    const { verifier, smtp } = await start(at({}))
    const [state, reason] = STATES[kind] as [string, string]
    for (const text of texts) {
      const server = smtp['acme.example']
      if (server) server.script = { rcpt: { [ANN]: text } }
      const result = await verifier.verify(ANN)
      expect([text, result.state, result.reason]).toEqual([text, state, reason])
      expect(result.temporary).toBe(
        REASONS[result.reason].temporary || (kind !== 'accepted' && kind !== 'full' && text.startsWith('4')),
      )
    }
  })

  it('from an untrusted provider proves neither', async () => {
    for (const [kind, texts] of Object.entries(RECIPIENT_REPLIES)) {
      const { verifier } = await start({
        hosts: { 'aspmx.l.google.com': { rcpt: { [ANN]: texts[0] } } },
        zones: { 'acme.example': { mx: [[1, 'aspmx.l.google.com']] } },
      })
      const result = await verifier.verify(ANN)
      expect(result.mx?.provider).toBe('google')
      const expected: Record<string, string> = {
        accepted: 'provider_accepts_unreliably',
        no_such_user: 'provider_rejects_unreliably',
        disabled: 'provider_rejects_unreliably',
        relay_denied: 'probe_refused',
        wants_sign_in: 'probe_refused',
        sender_refused: 'probe_refused',
        rejected: 'probe_refused',
      }
      expect([kind, result.reason]).toEqual([kind, expected[kind] ?? STATES[kind]?.[1]])
      expect(['valid', 'invalid']).not.toContain(result.state)
    }
  })

  it('from a free mail service needs no random address first', async () => {
    const { verifier, smtp } = await start({
      hosts: { 'gmail.com': { rcpt: { 'ann@gmail.com': '250 Ok' } } },
    })
    expect(await verifier.verify('ann@gmail.com')).toMatchObject({
      state: 'risky',
      reason: 'provider_accepts_unreliably',
    })
    expect(smtp['gmail.com']?.recipients()).toEqual(['ann@gmail.com'])
  })
})

describe('a refusal before RCPT', () => {
  it.each<[string, FakeSmtpScript, string, string, boolean]>([
    [
      'in the greeting',
      { banner: '554 5.7.1 Your IP is on a blacklist' },
      'provider_blocks_probe',
      'probe_blocked',
      false,
    ],
    ['in a busy greeting', { banner: '421 4.3.2 Not now' }, 'unknown', 'temporary_failure', true],
    [
      'to EHLO',
      { ehlo: '550 5.7.1 Helo rejected', helo: '550 5.7.1 Helo rejected' },
      'provider_blocks_probe',
      'probe_blocked',
      false,
    ],
    [
      'to MAIL FROM',
      { mail: '550 5.1.8 Sender address rejected: Domain not found' },
      'unknown',
      'sender_refused',
      false,
    ],
    [
      'to MAIL FROM, in other words',
      { mail: '550 5.1.1 User unknown' },
      'provider_blocks_probe',
      'probe_blocked',
      false,
    ],
    ['to MAIL FROM, greylisted', { mail: '451 4.7.1 Greylisted' }, 'greylisted', 'greylisted', true],
    [
      'for lack of encryption',
      { mail: '530 5.7.0 Must issue a STARTTLS command first' },
      'unknown',
      'sign_in_required',
      false,
    ],
  ])('says nothing about the address: %s', async (_name, script, state, reason, temporary) => {
    expect(await verifyAnn(at(script))).toMatchObject({ state, reason, temporary })
  })

  it('of every recipient, over two connections', async () => {
    const result = await verifyAnn(
      at({ rcpt: { '*': '554 5.7.1 blocked using dnsbl.example' }, closeAfterError: true }),
    )
    expect(result).toMatchObject({ state: 'provider_blocks_probe', reason: 'probe_blocked' })
    expect(bench?.smtp['acme.example']?.sessions).toHaveLength(2)
  })
})

describe('settings', () => {
  it('turn off all connections', async () => {
    expect(await verifyAnn({ ...at(knowsAnn), deps: { smtp: 'off' } })).toMatchObject({
      state: 'port25_unavailable',
      reason: 'smtp_switched_off',
      temporary: false,
      mx: { hosts: ['acme.example'] },
    })
    expect(bench?.smtp['acme.example']?.sessions).toEqual([])
    expect(await bench?.verifier.status()).toMatchObject({ smtp: 'off', port25: 'untested' })
  })

  it('every reason has a state and a sentence', () => {
    for (const { state, sentence } of Object.values(REASONS)) {
      expect(EMAIL_STATES).toContain(state)
      expect(sentence).toMatch(/^[A-Z].{10,}[^.]$/)
    }
  })

  it('a failing store ends the check, not the program', async () => {
    const fault = new Error('no database')
    const failing = { load: () => Promise.reject(fault), save: () => Promise.reject(fault) }
    expect(await verifyAnn({ ...at(knowsAnn), deps: { reach: failing } })).toMatchObject({
      state: 'unknown',
      reason: 'check_failed',
      temporary: true,
    })
    expect(bench?.errors).toEqual([fault])
  })
})
