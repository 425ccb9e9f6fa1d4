import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { createLabel } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { deleteList } from '#contract/leads/lists.ts'
import * as api from '#contract/prospecting/forms.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let listId: number
beforeAll(async () => {
  // Each visitor has an address of its own, as behind a proxy. No worker: it would send a mail and forget its link.
  t = await testApp({ roles: ['web'], trustProxy: true })
})
beforeEach(async () => {
  user = await t.account()
  listId = (await seedList(t, user)).id
})
afterAll(() => t.close())

const FIELDS = [
  { field: 'name', label: 'Company', required: true },
  { field: 'email', label: 'Email', required: true, help: 'We only use it to answer' },
  { field: 'website', label: 'Website' },
]
const CONSENT = 'You may call me about my request.'
const create = async (body: Partial<CallInput<typeof api.createForm>['body']> = {}) => {
  const given = { name: 'Contact us', list_id: listId, fields: FIELDS, consent: CONSENT, ...body }
  const answer = await t.call(api.createForm, { body: given }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data
}
const change = (id: number, body: api.FormChange) => t.call(api.changeForm, { params: { id }, body }, user)

let visitor = 0
const visit = (url: string, host = 'localhost') =>
  t.app.http.inject({ url, headers: { host, accept: 'text/html' }, remoteAddress: '127.0.0.1' })
interface Page {
  headers: Record<string, unknown>
  body: string
}
const challengeOn = ({ body }: Page) =>
  JSON.parse(/id="page-data"[^>]*>([^<]*)</.exec(body)?.[1] ?? '{}').challenge
async function prove(page: Page): Promise<string> {
  const challenge = challengeOn(page)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const ANSWERS = { 'field.name': 'Blue Door Bakery', 'field.email': 'hello@bluedoor.example' }
const AGREED = { consent_text: CONSENT, agreed: 'yes' }
const post = (url: string, body: Record<string, string>, headers: Record<string, string> = {}) => {
  visitor += 1
  return t.app.http.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost',
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `192.0.2.${visitor % 250}`,
      ...headers,
    },
    payload: new URLSearchParams(body).toString(),
  })
}
const send = async ({ key }: api.Form, body: Record<string, string> = {}) => {
  const page = await visit(`/forms/${key}`)
  return post(`/forms/${key}`, { ...ANSWERS, ...AGREED, proof: await prove(page), ...body })
}
const sentWith = async ({ id }: api.Form) =>
  (await t.call(api.submissions, { params: { id }, query: {} }, user)).body.data
const names = async () =>
  (await t.call(leads, { params: { type: 'local', id: listId }, body: {} }, user)).body.data.map(
    ({ values }) => values.name,
  )

describe('a form', () => {
  it('is created, listed, changed, deleted and restored', async () => {
    const form = await create()
    expect(form).toMatchObject({ heading: 'Contact us', notify_ids: [user.id], active: true, submissions: 0 })
    expect(form.embed).toContain(`/embed/form.js" data-form="${form.key}"`)
    expect((await change(form.id, { heading: 'Write to us' })).body.data.heading).toBe('Write to us')
    const params = { id: form.id }
    expect((await t.call(api.deleteForm, { params }, user)).status).toBe(200)
    expect((await t.call(api.forms, {}, user)).body.data).toEqual([])
    expect((await visit(`/forms/${form.key}`)).statusCode).toBe(404)
    expect((await t.call(api.restoreForm, { params }, user)).body.data.heading).toBe('Write to us')
    expect((await visit(`/forms/${form.key}`)).statusCode).toBe(200)
  })

  it.each([
    ['a field that the list lacks', { fields: [...FIELDS, { field: 'shoe_size', label: 'Shoes' }] }],
    [
      'nothing required that tells leads apart',
      { fields: [{ field: 'phone', label: 'Phone', required: true }] },
    ],
    [
      'a confirmation without a required email',
      { needs_confirmation: true, fields: [{ field: 'name', label: 'Name', required: true }] },
    ],
  ])('is refused with %s', async (_what, body) => {
    const given = { name: 'Contact us', list_id: listId, ...body }
    const answer = await t.call(api.createForm, { body: given }, user)
    expect([answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([422, ['fields']])
  })
})

describe('its page', () => {
  it('makes a lead with consent, labels and custom fields, and answers with thanks', async () => {
    const field = (await t.call(createCustomField, { body: { label: 'Wish', kind: 'text' } }, user)).body.data
    const label = (await t.call(createLabel, { body: { name: 'Website' } }, user)).body.data
    const fields = [...FIELDS, { field: field.name, label: 'What do you need?', long: true }]
    const form = await create({ fields, label_ids: [label.id], thanks_text: 'See you soon.' })
    const page = await send(form, { [`field.${field.name}`]: 'A new website', 'field.lead_status': 'won' })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('See you soon.')])
    const [lead] = (await t.call(leads, { params: { type: 'local', id: listId }, body: {} }, user)).body.data
    expect(lead?.values).toMatchObject({
      name: 'Blue Door Bakery',
      [field.name]: 'A new website',
      labels: 'Website',
      lead_status: 'new',
    })
    expect(await sentWith(form)).toMatchObject([
      { state: 'received', lead_id: lead?.id, consent: { text: CONSENT }, language: 'en' },
    ])
  })

  it('says at each field what is wrong, keeps what was entered, and takes it the second time', async () => {
    const form = await create()
    const page = await send(form, { 'field.email': 'nobody', 'field.name': '' })
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('value="nobody"')
    expect(page.body.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(await names()).toEqual([])
    const again = { ...ANSWERS, ...AGREED, proof: await prove(page) }
    expect((await post(`/forms/${form.key}`, again)).statusCode).toBe(200)
    expect(await names()).toEqual(['Blue Door Bakery'])
  })

  it.each(['n/a', '-', ' '])('takes “%s” for no answer to a required question', async (nothing) => {
    const form = await create({ needs_confirmation: true })
    const page = await send(form, { 'field.email': nothing })
    expect([page.statusCode, await sentWith(form)]).toEqual([422, []])
  })

  it('speaks the visitor’s language', async () => {
    const { key } = await create()
    expect((await visit(`/forms/${key}?lang=de`)).body).toContain('JavaScript ein')
  })

  it('is closed while it is off or its list is in the trash', async () => {
    const form = await create()
    await change(form.id, { active: false })
    expect((await visit(`/forms/${form.key}`)).statusCode).toBe(410)
    await change(form.id, { active: true })
    await t.call(deleteList, { params: { id: listId } }, user)
    expect((await visit(`/forms/${form.key}`)).statusCode).toBe(410)
  })

  it('may be framed by other websites only as embedded, unlike the application', async () => {
    const { key } = await create()
    const frame = async (url: string) => String((await visit(url)).headers['content-security-policy'])
    expect(await frame(`/forms/${key}?embed=1`)).toContain('frame-ancestors *')
    expect(await frame(`/forms/${key}`)).toContain("frame-ancestors 'none'")
    expect(await frame('/lead-search/forms?embed=1')).not.toContain('frame-ancestors *')
    expect(await frame('/api/forms?embed=1')).toContain("frame-ancestors 'none'")
  })
})

describe('an attack', () => {
  it.each([
    ['no consent', { agreed: '' }],
    ['a consent text that was not shown', { consent_text: 'You may sell my data.' }],
    ['no consent text', { consent_text: '', agreed: '' }],
    ['no proof of work', { proof: '' }],
  ])('with %s makes no lead', async (_what, body) => {
    const form = await create()
    expect((await send(form, body)).statusCode).toBe(422)
    expect([await names(), await sentWith(form)]).toEqual([[], []])
  })

  it('with a used proof makes no second lead, also at once', async () => {
    const form = await create()
    const proof = await prove(await visit(`/forms/${form.key}`))
    const body = { ...ANSWERS, ...AGREED, proof }
    const all = await Promise.all([1, 2, 3].map(() => post(`/forms/${form.key}`, body)))
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await sentWith(form)).toHaveLength(1)
  })

  it('with the proof of another form makes no lead', async () => {
    const [form, other] = [await create(), await create()]
    const proof = await prove(await visit(`/forms/${other.key}`))
    expect((await send(form, { proof })).statusCode).toBe(422)
    expect(await names()).toEqual([])
  })

  it('that fills in the trap sees thanks, and nothing is stored', async () => {
    const form = await create()
    expect((await send(form, { company_fax: '1' })).body).toContain('Thank you')
    expect(await sentWith(form)).toEqual([])
  })

  it('through texts and values runs no script', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const fields = FIELDS.map((field) => ({ ...field, label: evil, help: evil }))
    const form = await create({
      fields,
      heading: evil,
      intro: evil,
      consent: evil,
      thanks_text: evil,
      submit_label: evil.slice(0, 30),
    })
    const pages = [
      await visit(
        `/forms/${form.key}?embed=1&lang=${encodeURIComponent(evil)}&theme=${encodeURIComponent(evil)}`,
      ),
      await send(form, { 'field.email': evil, consent_text: evil }),
      await send(form, { consent_text: evil }),
    ]
    for (const { body } of pages) {
      expect(body).not.toContain('<script>alert')
      expect(body).not.toContain('<img src=x')
    }
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 422, 200])
  })

  it('from a page of another website is refused', async () => {
    const form = await create()
    const body = { ...ANSWERS, ...AGREED, proof: await prove(await visit(`/forms/${form.key}`)) }
    const answer = await post(`/forms/${form.key}`, body, { origin: 'https://evil.example' })
    expect([answer.statusCode, await names()]).toEqual([403, []])
  })

  it('by many messages from one network is stopped', async () => {
    const form = await create()
    const from = { 'x-forwarded-for': '198.51.100.9' }
    const codes: number[] = []
    for (let n = 0; n < 21; n++) codes.push((await post(`/forms/${form.key}`, ANSWERS, from)).statusCode)
    expect([codes.slice(0, 20).every((code) => code === 422), codes[20]]).toEqual([true, 429])
  })

  it('with an unknown key, a foreign Host or another account finds nothing', async () => {
    const form = await create()
    const other = await t.account()
    expect((await visit('/forms/AAAAAAAAAAAAAAAA')).statusCode).toBe(404)
    expect((await visit(`/forms/${form.key}`, 'fox.example')).statusCode).toBeGreaterThanOrEqual(400)
    for (const endpoint of [api.showForm, api.submissions] as const)
      expect((await t.call(endpoint, { params: { id: form.id }, query: {} } as never, other)).status).toBe(
        404,
      )
  })
})

it('with a confirmed email is a lead only after the button of the link', async () => {
  const form = await create({ needs_confirmation: true })
  expect((await send(form)).body).toContain('open the link')
  expect(await names()).toEqual([])
  const { id, secrets_sealed } = await t.app.database.db
    .selectFrom('mail_message')
    .select(['id', 'secrets_sealed'])
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow()
  const { link } = JSON.parse(t.app.ctx.secretBox.open(secrets_sealed as string, `mail:${id}`))
  const path = new URL(link).pathname
  expect((await visit(path)).body).toContain('Is this your email address?')
  expect(await names()).toEqual([])
  expect((await post(path, {})).body).toContain('is confirmed')
  expect(await names()).toEqual(['Blue Door Bakery'])
  expect((await visit(path)).body).toContain('confirmed before')
  expect((await visit(`${path}x`)).statusCode).toBe(404)
})
