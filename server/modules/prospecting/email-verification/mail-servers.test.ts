import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startVerification,
  verificationStatus,
  verifications,
  verifyEmail,
} from '#contract/prospecting/email-verification.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { later } from '#server/testing/later.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { retryDueAddresses } from './retry-due.ts'

let dns: FakeDns
let smtp: FakeSmtp
let t: TestApp
beforeAll(async () => {
  dns = await startFakeDns({
    'acme.example': { mx: [[10, 'mx.acme.example']] },
    'null.example': { mx: [[0, '']] },
    'lost.example': { fail: 'servfail' },
  })
  smtp = await startFakeSmtp({ rcpt: { 'ann@acme.example': '250 2.1.5 Ok' } })
  t = await testApp({
    roles: ['web', 'worker'],
    dnsServers: dns.address,
    mxMap: `mx.acme.example=${smtp.address}`,
    verify: { helo: 'probe.example' },
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
  await dns.close()
})

it('checks addresses down to the mailbox and stores the transcript as evidence', async () => {
  const user = await t.account()
  const status = async () => (await t.call(verificationStatus, {}, user)).body.data.smtp
  expect(await status()).toBe('untested')
  const { data } = (await t.call(verifyEmail, { body: { email: 'Ann@acme.example' } }, user)).body
  expect(data).toMatchObject({
    email: 'ann@acme.example',
    state: 'valid',
    mx: { hosts: ['mx.acme.example'], provider: null, fallback: false },
    catch_all: false,
  })
  expect(data.transcript.map((line) => line.line)).toContain('RCPT TO:<ann@acme.example>')
  expect(await status()).toBe('on')
})

it('checks a list in a run, and retries greylisted ones', async () => {
  const user = await t.account()
  const emails = ['ann@acme.example', 'bob@acme.example', 'cy@null.example', 'dee@lost.example', 'eve']
  const started = await t.call(startVerification, { body: { emails } }, user)
  const run = await t.finished(started.body.data.id, user)
  expect(run).toMatchObject({
    state: 'succeeded',
    total: 5,
    done: 5,
    counts: { valid: 1, invalid: 2, no_mx: 1, unknown: 1 },
  })
  const states = async () =>
    (await t.call(verifications, { query: { run_id: run.id } }, user)).body.data.map((row) => row.state)
  expect(await states()).toEqual(['valid', 'invalid', 'no_mx', 'unknown', 'invalid'])

  dns.zones['lost.example'] = { mx: [[0, '']] }
  const recheck = async () => {
    await sql`update email_verification set next_try_at = now(), tries = 1 where account_id = ${user.accountId}
      and address = 'dee@lost.example' and next_try_at is not null`.execute(t.app.database.db)
    await retryDueAddresses(t.app.ctx)
    return states()
  }
  // The name service that failed is left alone for some seconds.
  expect(await later(5000, recheck)).toEqual(['valid', 'invalid', 'no_mx', 'no_mx', 'invalid'])
})
