import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailSetup, sendTestMail, showMail } from '#contract/branding/mail.ts'
import { checklist } from '#contract/identity/me.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { deliverMail } from './deliver-mail.ts'

let t: TestApp
let box: MailBox
let admin: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ roles: ['web'], smtpUrl: box.url, publicUrl: 'https://leads.acorn.example' })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const setup = async (app = t, as = admin) => (await app.call(mailSetup, {}, as)).body.data
const isDone = async (app = t, as = admin) =>
  (await app.call(checklist, {}, as)).body.data.steps.find(({ id }) => id === 'set_up_mail')?.done

describe('the mail setup', () => {
  it('shows the server, never its password', async () => {
    const { port, password } = new URL(box.url)
    const data = await setup()
    expect(data).toEqual({
      transport: 'smtp',
      server: { host: '127.0.0.1', port: Number(port), encryption: 'optional', signs_in: true },
      from: 'no-reply@leads.acorn.example',
      public_url: 'https://leads.acorn.example',
      last_sent_at: null,
    })
    expect(JSON.stringify(data)).not.toContain(decodeURIComponent(password))
  })

  it('is verified by a test mail to oneself', async () => {
    expect(await isDone()).toBe(false)
    const sent = await t.call(sendTestMail, {}, admin)
    expect(sent.body.data).toMatchObject({ recipient: admin.email, template: 'test', state: 'queued' })
    await deliverMail(t.app.ctx, sent.body.data.id)
    const shown = await t.call(showMail, { params: { id: sent.body.data.id } }, admin)
    expect(shown.body.data).toMatchObject({
      state: 'sent',
      transport: 'smtp',
      subject: 'Your mail server works',
    })
    expect([await isDone(), (await setup()).last_sent_at !== null]).toEqual([true, true])
  })

  it('is incomplete while mail only goes to the log', async () => {
    const bare = await testApp({ roles: ['web'] })
    const person = await bare.admin()
    const sent = await bare.call(sendTestMail, {}, person)
    await deliverMail(bare.app.ctx, sent.body.data.id)
    expect(await setup(bare, person)).toMatchObject({
      transport: 'console',
      server: null,
      last_sent_at: null,
    })
    expect(await isDone(bare, person)).toBe(false)
    await bare.close()
  })
})
