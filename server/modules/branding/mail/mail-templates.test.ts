import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails, showMail } from '#contract/branding/mail.ts'
import { MAIL_KINDS, MAIL_TEMPLATE_NAMES } from '#contract/branding/mail-kinds/index.ts'
import {
  mailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  restoreMailTemplate,
  saveMailTemplate,
  setMailLanguage,
  showMailTemplate,
  testMailTemplate,
} from '#contract/branding/mail-templates.ts'
import { updateSite } from '#contract/branding/site.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { CODE, EVERY_MAIL, LINK } from '#server/testing/mail-samples.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkContent } from './check-doc.ts'
import { deliverMail } from './deliver-mail.ts'
import { builtInDoc, type DocNode } from './mail-doc.ts'
import type { MailDraft } from './mail-templates.ts'
import { sendMail } from './send-mail.ts'
import { listVariables } from './template-variables.ts'

let t: TestApp
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ roles: ['web'], smtpUrl: box.url, publicUrl: 'https://app.platform.example' })
})
afterAll(async () => {
  await t?.close()
  await box?.close()
})

async function reseller(): Promise<TestUser & { siteId: number }> {
  const user = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, user)
  const { rows } = await t.app.database.pool.query('select id from site where account_id = $1', [
    user.accountId,
  ])
  return { ...user, siteId: rows[0].id }
}

const text = (value: string, ...marks: object[]) => ({
  type: 'text',
  text: value,
  ...(marks.length && { marks }),
})
const variable = (name: string) => ({ type: 'variable', attrs: { name } })
const p = (...content: object[]) => ({ type: 'paragraph', content })
const line = (...content: object[]) => ({ type: 'doc', content: [p(...content)] })
const button = (link: string, label = 'Go') => ({
  type: 'mailButton',
  attrs: { link, label, look: 'button' },
})

/** The text of a password reset with what it needs, and `more`. */
const resetText = (...more: object[]) => ({
  subject: line(text('New password for '), variable('brand_name')),
  preheader: line(text('Only for you')),
  doc: {
    type: 'doc',
    content: [p(variable('greeting')), ...more, { type: 'mailCode' }, button('link', 'Choose it here')],
  },
})

const params = { name: 'reset-password' } as const
const save = (as: TestUser, content: object, version = 0, name: string = params.name) =>
  t.call(saveMailTemplate, { params: { name }, body: { ...content, version } } as never, as)
const show = (as: TestUser, name = params.name as string) =>
  t.call(showMailTemplate, { params: { name } } as never, as)

let people = 0
async function sendReset(siteId: number | null, draft: Partial<MailDraft> = {}) {
  people += 1
  const to = `person${people}@people.example`
  const reset = EVERY_MAIL.find(({ template }) => template === 'reset-password') as MailDraft
  const id = await transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, { ...reset, to, siteId, ...draft } as MailDraft),
  )
  await deliverMail(t.app.ctx, id)
  return box.waitFor(to)
}

describe('every built-in mail', () => {
  it.each(MAIL_TEMPLATE_NAMES)('%s can be saved unchanged', (name) => {
    const content = builtInDoc(MAIL_KINDS[name])
    const stored = checkContent(content, listVariables(name))
    expect(stored.doc.content?.length).toBe(content.doc.content?.length)
    expect(JSON.stringify(MAIL_KINDS[name])).not.toMatch(/\{%/)
  })
})

describe('a text of a brand', () => {
  it("is sent to its customers, with code and link, and to nobody else's", async () => {
    const fox = await reseller()
    const bold = text('Hello from the fox & {{ code }} {% if x %}', { type: 'bold' })
    const saved = await save(fox, resetText(p(bold)))
    expect(saved.body.data).toMatchObject({ customized: true, version: 1 })
    const mail = await sendReset(fox.siteId)
    expect(mail.subject).toBe('New password for Fox Leads')
    expect([codeIn(mail), linkIn(mail)]).toEqual([CODE, LINK])
    // User input stays literal.
    expect(mail.text).toContain('Hello Ann,\n\nHello from the fox & {{ code }} {% if x %}\n')
    expect(mail.html).toContain('<strong>Hello from the fox &amp; {{ code }} {% if x %}</strong>')
    const other = await reseller()
    expect((await sendReset(other.siteId)).subject).toBe('Choose a new password')
    const listed = (await t.call(mailTemplates, {}, fox)).body.data
    expect(listed.filter(({ customized }) => customized).map(({ name }) => name)).toEqual(['reset-password'])
    expect(listed.some(({ name }) => name === 'audit-head')).toBe(false)
  })

  it.each([
    [
      'without its code',
      { ...resetText(), doc: { type: 'doc', content: [button('link')] } },
      'doc',
      /“Code”/,
    ],
    [
      'without its link',
      { ...resetText(), doc: { type: 'doc', content: [{ type: 'mailCode' }] } },
      'doc',
      /“Main link”/,
    ],
    ['with a variable of another mail', resetText(p(variable('inviter'))), 'doc', /inviter/],
    ['with its link as a variable', resetText(p(variable('link'))), 'doc', /variable/],
    [
      'with its code in the subject',
      { ...resetText(), subject: line(variable('code')) },
      'subject',
      /variables/,
    ],
    ['without a subject', { ...resetText(), subject: line(text('  ')) }, 'subject', /required/],
    [
      'with a script as a link',
      resetText(p(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
      'doc',
      /http/,
    ],
    [
      'with an image of somebody’s',
      resetText({ type: 'picture', attrs: { src: 'https://evil.example/x.png' } }),
      'doc',
      /Upload/,
    ],
    [
      'with an image of another brand',
      resetText({ type: 'picture', attrs: { src: `/brand-images/${'a'.repeat(32)}.png` } }),
      'doc',
      /Upload/,
    ],
    [
      'with a part that nobody knows',
      resetText({ type: 'iframe', attrs: { src: 'https://evil.example' } }),
      'doc',
      /iframe/,
    ],
  ])('is not saved %s', async (_what, content, field, why) => {
    const fox = await reseller()
    const { status, error } = await save(fox, content)
    expect([status, error.fields?.[field]]).toEqual([422, expect.stringMatching(why)])
    expect((await show(fox)).body.data.version).toBe(0)
  })

  it('is refused when nested too deep', async () => {
    let node: DocNode = { type: 'paragraph', content: [text('deep') as DocNode] }
    for (let depth = 0; depth < 50; depth += 1)
      node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] }
    expect((await save(await reseller(), resetText(node))).error.fields?.doc).toMatch(/nested/)
  })

  it('that is broken never stops a mail: the built-in one is sent and shown', async () => {
    const admin = await t.admin()
    const fox = await reseller()
    await save(fox, resetText())
    const breakIt = (sql: string) =>
      t.app.database.pool.query(`update mail_template set content = ${sql} where account_id = $1`, [
        fox.accountId,
      ])
    for (const broken of [
      `jsonb_set(content, '{doc,content}', '[{"type":"variable","attrs":{"name":"gone"}}]')`,
      `jsonb_set(content, '{doc,content}', '[{"type":"nonsense"}]')`,
      `'{"subject":1}'`,
      `'"text"'`,
    ]) {
      await breakIt(broken)
      const mail = await sendReset(fox.siteId)
      expect([mail.subject, codeIn(mail)]).toEqual(['Choose a new password', CODE])
      const { body } = await t.call(mails, { query: { limit: 1 } }, admin)
      const shown = await t.call(showMail, { params: { id: body.data[0]?.id as number } }, admin)
      expect(shown.body.data.subject).toBe('Choose a new password')
    }
  })

  it('cannot inject a header through its subject', async () => {
    const fox = await reseller()
    const subject = line(text('Hi\r\nBcc: eve@evil.example\u2028X: y'))
    expect((await save(fox, { ...resetText(), subject })).status).toBe(200)
    const mail = await sendReset(fox.siteId)
    expect(mail.subject).toBe('Hi Bcc: eve@evil.example X: y')
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.recipients).toHaveLength(1)
  })

  it('has versions that can be restored, and can be reset to the default', async () => {
    const fox = await reseller()
    await save(fox, { ...resetText(), subject: line(text('First')) })
    await save(fox, { ...resetText(), subject: line(text('Second')) }, 1)
    const late = await save(fox, { ...resetText(), subject: line(text('Late')) }, 1)
    expect([late.status, late.error.code]).toEqual([409, 'conflict'])
    const restore = (version: number) => t.call(restoreMailTemplate, { params, body: { version } }, fox)
    expect((await restore(1)).body.data.version).toBe(3)
    expect((await sendReset(fox.siteId)).subject).toBe('First')
    expect((await t.call(resetMailTemplate, { params }, fox)).body.data).toMatchObject({ customized: false })
    expect((await sendReset(fox.siteId)).subject).toBe('Choose a new password')
    const { versions } = (await show(fox)).body.data
    expect(versions.map(({ version, is_default }) => [version, is_default])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    expect((await restore(99)).status).toBe(404)
  })

  it('is saved once when two people save at the same moment', async () => {
    const fox = await reseller()
    const both = await Promise.all([save(fox, resetText()), save(fox, resetText())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('exists per language', async () => {
    const fox = await reseller()
    await save(fox, { ...resetText(), subject: line(text('English')) })
    expect((await t.call(setMailLanguage, { body: { language: 'de' } }, fox)).status).toBe(200)
    await save(fox, { ...resetText(p(variable('valid_for'))), subject: line(text('Deutsch')) })
    const mail = await sendReset(fox.siteId)
    expect([mail.subject, mail.html]).toEqual(['Deutsch', expect.stringContaining('lang="de"')])
    expect(mail.text).toContain('Hallo Ann,\n\n30 Minuten')
    await t.call(setMailLanguage, { body: { language: 'en' } }, fox)
    expect((await sendReset(fox.siteId)).subject).toBe('English')
  })
})

describe('a text of the platform', () => {
  it('is the default of resellers when shared, and names nobody', async () => {
    const admin = await t.admin()
    await t.call(updateSite, { body: { name: 'Platform Name' } }, admin)
    const shared = { ...resetText(), subject: line(text('Shared')), is_shared: true }
    const named = {
      ...shared,
      doc: { ...shared.doc, content: [p(text('By platform name')), ...shared.doc.content] },
    }
    expect((await save(admin, named)).error.fields?.doc).toMatch(/Platform Name/)
    expect((await save(admin, shared)).status).toBe(200)
    const fox = await reseller()
    expect((await sendReset(fox.siteId)).subject).toBe('Shared')
    expect((await show(fox)).body.data).toMatchObject({ customized: false, version: 0 })
    await save(admin, { ...shared, is_shared: false }, 1)
    expect((await sendReset(fox.siteId)).subject).toBe('Choose a new password')
    await t.call(resetMailTemplate, { params }, admin)
  })
})

describe('before it is saved', () => {
  it('a text is shown with sample values', async () => {
    const fox = await reseller()
    const { body } = await t.call(previewMailTemplate, { params, body: resetText() as never }, fox)
    expect(body.data.subject).toBe('New password for Fox Leads')
    expect(body.data.text).toContain('Hello Ann,\n\n123456\n')
    expect(body.data.html).toContain('Choose it here')
  })

  it('a text can be sent to oneself', async () => {
    const fox = await reseller()
    const { body } = await t.call(testMailTemplate, { params, body: resetText() as never }, fox)
    expect(body.data).toMatchObject({ to: fox.email, accepted: true })
    expect((await box.waitFor(fox.email)).subject).toBe('New password for Fox Leads')
  })
})
