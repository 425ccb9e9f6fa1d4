import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailBench, mailBench } from '#server/testing/mail-bench.ts'
import { codeIn } from '#server/testing/mail-box.ts'
import { CODE, EVERY_MAIL } from '#server/testing/mail-samples.ts'
import { MAX_ATTEMPTS } from './deliver-mail.ts'
import { mailJobs } from './mail-jobs.ts'

let t: MailBench
beforeAll(async () => {
  t = await mailBench({ working: true })
})
afterAll(() => t.close())

const to = (address: string) => ({ ...EVERY_MAIL[0], to: address }) as (typeof EVERY_MAIL)[number]

it('sends a mail as soon as its transaction commits', async () => {
  const id = await t.send(to('now@people.example'))
  expect(codeIn(await t.box.waitFor('now@people.example'))).toBe(CODE)
  await expect.poll(async () => (await t.row(id)).state).toBe('sent')
})

it('a mail is tried again while the mail server is down, and counts its tries', async () => {
  t.box.refuse('drop')
  const id = await t.send(to('later@people.example'))
  // Waiting again after the second attempt: the next one is at least the third.
  const waiting = async () => {
    const row = await t.row(id)
    return row.state === 'queued' && row.attempts >= 2 ? row.last_error : null
  }
  await expect.poll(waiting).toMatch(/connection|reached/)
  t.box.refuse(null)
  await t.box.waitFor('later@people.example')
  await expect.poll(async () => (await t.row(id)).state).toBe('sent')
  const { attempts, last_error } = await t.row(id)
  expect([attempts >= 3, last_error]).toEqual([true, null])
  expect(t.box.mails.filter((mail) => mail.recipients.includes('later@people.example'))).toHaveLength(1)
})

it('a mail survives an outage of the mail server of four hours', () => {
  const [send, recover] = mailJobs(t.ctx)
  expect([send?.retries, recover?.cron]).toEqual([MAX_ATTEMPTS - 1, '*/5 * * * *'])
  // The queue waits at least half of 2^n seconds before attempt n, and drops a job after a day.
  const pauses = Array.from({ length: send?.retries ?? 0 }, (_, index) => 2 ** (index + 1))
  const total = pauses.reduce((sum, pause) => sum + pause)
  expect(total / 2).toBeGreaterThan(4 * 3600)
  expect(total).toBeLessThan(24 * 3600)
})
