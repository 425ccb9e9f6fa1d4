import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KIT_PART_NAMES, type KitPartName } from '#contract/admin/kit-part-names.ts'
import * as api from '#contract/admin/kits.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { crmMapping } from '#contract/leads/crm.ts'
import { deleteList, lists } from '#contract/leads/lists.ts'
import { autopilots, deleteAutopilot, resumeAutopilot } from '#contract/prospecting/autopilots.ts'
import { forms } from '#contract/prospecting/forms.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Document = CallInput<typeof api.applyKit>['body']['document']
type Parts = Record<KitPartName, Record<string, Record<string, unknown>>>

const columns = (...names: string[]) => ({ shown: names.map((field) => ({ field })) })
const line = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const mail = (subject: string) => ({
  subject: line(subject),
  preheader: line('Short'),
  doc: line('Please look at this'),
})
const search = { source: 'sample', category: 'bakery' }

/** A setting of each part, and the same one changed. A new part needs a row here. */
const SAMPLES: Record<KitPartName, [Parts[KitPartName], Parts[KitPartName]]> = {
  custom_fields: [
    { cf_budget: { label: 'Budget', kind: 'number' } },
    { cf_budget: { label: 'Money', kind: 'number' } },
  ],
  labels: [{ Hot: { color: 'red' } }, { Hot: { color: 'blue' } }],
  services: [
    { Sites: { signals: [{ signal: 'not_mobile', is: 'yes' }] } },
    { Sites: { signals: [{ signal: 'hiring', is: 'yes' }] } },
  ],
  views: [
    { 'local/Needs a site': { sort: '-why:Sites', columns: columns('name', 'cf_budget') } },
    { 'local/Needs a site': { sort: '-name', columns: columns('name') } },
  ],
  export_templates: [
    { 'local/Dialer': { columns: ['name', 'phone'] } },
    { 'local/Dialer': { columns: ['name', 'email'] } },
  ],
  waterfalls: [
    { email: { steps: [{ source: 'website' }] } },
    { email: { steps: [{ source: 'website' }], conditions: { stop_at: 'verified' } } },
  ],
  prompts: [
    { 'local/Opener': { prompt_type: 'first_line', text: 'Hello', max_characters: 100, language: 'en' } },
    { 'local/Opener': { prompt_type: 'first_line', text: 'Good day', max_characters: 120, language: 'en' } },
  ],
  training_texts: [
    { Offer: { html: '<p>We build sites</p>' } },
    { Offer: { html: '<p>We build shops</p>' } },
  ],
  training_questions: [{ 'How much?': { answer: 'From 900' } }, { 'How much?': { answer: 'From 950' } }],
  autopilots: [
    {
      'New bakeries': {
        type: 'local',
        list: 'Bakeries',
        search,
        every: 'week',
        at: '07:30',
        weekday: 1,
        cap: 50,
        steps: [
          { step: 'find-emails' },
          { step: 'label', label: 'Hot', condition: { withEmail: 1 } },
          { step: 'ai-text', prompt: 'first_line', max_credits: 20 },
        ],
      },
    },
    {
      'New bakeries': {
        type: 'local',
        list: 'Breweries',
        search: { ...search, category: 'brewery' },
        every: 'day',
        steps: [{ step: 'waterfall', want: 'phone' }],
      },
    },
  ],
  crm_fields: [
    { 'keap/local': { items: [{ field: 'name', to: 'company', policy: 'always' }] } },
    { 'keap/local': { items: [{ field: 'email', to: 'email' }] } },
  ],
  webhooks: [
    { Intake: { url: 'https://example.com/', events: ['lead.added', 'run.finished'] } },
    { Intake: { url: 'https://example.com/other', events: ['lead.added'] } },
  ],
  forms: [
    {
      Quote: {
        type: 'local',
        list: 'Requests',
        heading: 'Ask us',
        labels: ['Hot'],
        fields: [{ field: 'email', label: 'Your email', required: true }],
      },
    },
    {
      Quote: {
        type: 'single',
        list: 'Websites',
        fields: [{ field: 'email', label: 'Email', required: true }],
      },
    },
  ],
  audit_page: [
    {
      page: {
        list: { type: 'local', name: 'Audits' },
        headline: 'Is your website ready?',
        services: ['Sites'],
        labels: ['Hot'],
        days: 30,
      },
    },
    { page: { headline: 'Check your website' } },
  ],
  brand: [
    { site: { button_color: '#112233', content: '<p>Welcome</p>' } },
    { site: { show_training_center: false } },
  ],
  menu: [{ site: { links: [{ label: 'Help', url: 'https://example.com/help' }] } }, { site: { links: [] } }],
  mail_templates: [{ 'de/mail-changed': mail('Hallo') }, { 'de/mail-changed': mail('Guten Tag') }],
  training_pages: [
    { 'first-leads/01-what-you-will-have': { title: 'Welcome', html: '<p>Start here</p>' } },
    { 'first-leads/01-what-you-will-have': { title: 'Hello', html: '<p>Begin</p>', is_hidden: true } },
  ],
  courses: [
    {
      'Our way': {
        topic: 'Getting started',
        summary: 'How we work',
        pages: [
          { title: 'One', html: '<p>First</p>' },
          { title: 'Two', html: '<p>Second</p>' },
        ],
      },
    },
    {
      'Our way': {
        topic: 'Getting started',
        is_hidden: true,
        pages: [
          { title: 'Two', html: '<p>Second</p>' },
          { title: 'Zero', is_hidden: true },
        ],
      },
    },
  ],
  packages: [
    {
      Basic: {
        modules: ['leads'],
        credits: 500,
        period: 'month',
        price_minor: 2900,
        currency: 'EUR',
        credit_prices: { people_phone: 9 },
        add_ons: [{ name: 'Seat', seats: 1, price_minor: 500 }],
        description: 'For a start',
      },
    },
    { Basic: { seats: 3, own_key_free: false, terms: 'Be nice' } },
  ],
}
const versionOf = (at: 0 | 1) =>
  Object.fromEntries(KIT_PART_NAMES.map((name) => [name, SAMPLES[name][at]])) as Parts

let t: TestApp
let seller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  const modules = ['leads', 'ai_suggest', 'whitelabel'] as const
  seller = await t.account({ modules: [...modules] })
  customer = await t.account({ parent: seller, modules: [...modules] })
})

const query = (of: TestUser) => (of === seller ? {} : { account_id: of.accountId })
async function exported(of: TestUser) {
  const { kit: _name, ...parts } = (await t.call(api.exportKit, { query: query(of) }, seller)).body.data
  return parts as Parts
}
async function apply(of: TestUser, parts: Partial<Parts>, kit = 'Agency') {
  const document = { kit, ...parts } as Document
  const reply = await t.call(api.applyKit, { query: query(of), body: { document } }, seller)
  expect([reply.status, reply.error?.fields, reply.body.message]).toEqual([200, undefined, 'Kit applied'])
  return reply.body.data
}
const rollBack = async (of: TestUser, id: number) =>
  (await t.call(api.rollBackKit, { params: { id }, query: query(of) }, seller)).body.data
const total = KIT_PART_NAMES.length

async function connect(of: TestUser, crm: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into crm_connection (account_id, crm, way, label, sealed, remote_account)
    values (${of.accountId}, ${crm}, 'token', ${crm}, 'x', ${crm}) returning id`.execute(t.app.database.db)
  return rows[0]!.id
}

describe('every part', () => {
  beforeEach(async () => {
    for (const account of [seller, customer]) await connect(account, 'keap')
  })

  it('goes from account to account as it is', async () => {
    await apply(seller, versionOf(0))
    const document = await exported(seller)
    expect(Object.keys(document)).toEqual([...KIT_PART_NAMES])
    const first = await apply(customer, document)
    expect(first.added).toHaveLength(total)
    expect(await exported(customer)).toEqual(document)
    const again = await apply(customer, document)
    expect(again).toMatchObject({
      unchanged: first.added,
      added: [],
      changed: [],
      removed: [],
      conflicts: [],
    })
    expect(again.use_id).toBe(first.use_id)
  })

  it('is changed and removed by newer versions, and rolled back byte for byte', async () => {
    const empty = await exported(customer)
    const first = await apply(customer, versionOf(0))
    const before = await exported(customer)
    const second = await apply(customer, versionOf(1))
    expect([second.changed.length, second.conflicts]).toEqual([total, []])
    const changed = await exported(customer)
    const none = Object.fromEntries(KIT_PART_NAMES.map((name) => [name, {}])) as Partial<Parts>
    const third = await apply(customer, none)
    expect([third.removed.length, third.conflicts]).toEqual([total, []])
    expect(await exported(customer)).toEqual(empty)

    expect((await rollBack(customer, third.use_id!)).conflicts).toEqual([])
    expect(JSON.stringify(await exported(customer))).toBe(JSON.stringify(changed))
    expect((await rollBack(customer, second.use_id!)).conflicts).toEqual([])
    expect(JSON.stringify(await exported(customer))).toBe(JSON.stringify(before))
    await rollBack(customer, first.use_id!)
    expect(JSON.stringify(await exported(customer))).toBe(JSON.stringify(empty))
  })
})

describe('what an account decides by itself', () => {
  const firstAutopilot = async () => (await t.call(autopilots, { query: {} }, customer)).body.data[0]!
  const { labels, autopilots: pilots } = versionOf(0)
  const daily = { 'New bakeries': { ...pilots['New bakeries']!, every: 'day' as const, weekday: null } }

  it('is whether an autopilot is on: it arrives paused, and a newer version leaves it as it is', async () => {
    await apply(customer, { labels, autopilots: pilots })
    const { id, state, list_id: listId, next_runs } = await firstAutopilot()
    expect([state, next_runs]).toEqual(['paused', []])
    await t.call(resumeAutopilot, { params: { id } }, customer)
    expect((await apply(customer, { autopilots: daily })).changed).toEqual(['autopilots/New bakeries'])
    expect(await firstAutopilot()).toMatchObject({ id, state: 'active', every: 'day', list_id: listId })
  })

  it('is its list: the one of the name and search is used, and a new one has no leads and no run', async () => {
    await apply(customer, { labels, autopilots: pilots })
    const { list_id: listId } = await firstAutopilot()
    await t.call(deleteAutopilot, { params: { id: (await firstAutopilot()).id } }, customer)
    await apply(customer, { labels, autopilots: pilots }, 'Another kit')
    expect((await firstAutopilot()).list_id).toBe(listId)
    const { data } = (await t.call(lists, { query: {} }, customer)).body
    expect(data).toMatchObject([{ name: 'Bakeries', total: 0, search, last_run: null }])
  })

  it('is a new list where the one that was filled is in the trash', async () => {
    await apply(customer, { labels, autopilots: pilots })
    const { list_id: listId } = await firstAutopilot()
    await t.call(deleteList, { params: { id: listId } }, customer)
    await apply(customer, { autopilots: daily })
    const now = await firstAutopilot()
    expect([now.list_name, now.list_id === listId]).toEqual(['Bakeries', false])
  })

  it('is who hears of a form: people are in no document', async () => {
    await apply(customer, { labels, forms: versionOf(0).forms })
    const [form] = (await t.call(forms, {}, customer)).body.data
    expect([form?.notify_ids, form?.active]).toEqual([[customer.id], true])
    expect(JSON.stringify(await exported(customer))).not.toContain('notify')
  })
})

describe('an API key', () => {
  const { labels, autopilots: pilots } = versionOf(0)
  const applyWith = async (scopes: ('write' | 'spend')[], of: TestUser) => {
    const body = { name: 'Kits', scopes: ['read' as const, ...scopes], password: seller.password }
    const { data } = (await t.call(createApiKey, { body }, seller)).body
    const document = { kit: 'Agency', labels, autopilots: pilots } as Document
    return t.call(api.applyKit, { query: query(of), body: { document } }, { ...seller, token: data.key })
  }
  const keyOf = async (of: TestUser) => {
    const { rows } = await sql<{ key: number | null }>`select api_key_id as key from autopilot
      where account_id = ${of.accountId}`.execute(t.app.database.db)
    return rows.map(({ key }) => key !== null)
  }

  it('needs the scope to spend for autopilots', async () => {
    const refused = await applyWith(['write'], customer)
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      'This API key lacks the scope "spend" for “Autopilots”',
    ])
    expect((await applyWith(['write', 'spend'], customer)).status).toBe(200)
  })

  it('limits the autopilots of its own account only', async () => {
    await applyWith(['write', 'spend'], seller)
    await applyWith(['write', 'spend'], customer)
    expect([await keyOf(seller), await keyOf(customer)]).toEqual([[true], [false]])
  })
})

describe('a connection to a CRM', () => {
  const pilots = {
    Push: { type: 'local', list: 'Bakeries', search, every: 'day', steps: [{ step: 'push', crm: 'keap' }] },
  } as unknown as Parts['autopilots']

  it('is named by its CRM', async () => {
    await connect(customer, 'ghl')
    const keap = await connect(customer, 'keap')
    await apply(customer, { autopilots: pilots })
    const [pilot] = (await t.call(autopilots, { query: {} }, customer)).body.data
    expect(pilot?.steps[0]?.options).toMatchObject({ connection_id: keap })
    expect(await exported(customer)).toEqual({ autopilots: pilots })
  })

  it('keeps the rules for fields that people added to their CRM', async () => {
    const keap = await connect(customer, 'keap')
    const own = { field: 'city', to: 'custom_7', policy: 'fill' }
    await sql`insert into crm_mapping (account_id, connection_id, list_type, version, items)
      values (${customer.accountId}, ${keap}, 'local', 1, ${JSON.stringify([own])}::jsonb)`.execute(
      t.app.database.db,
    )
    const { crm_fields: rules } = versionOf(0)
    await apply(customer, { crm_fields: rules })
    const params = { id: keap, type: 'local' as const }
    const { items } = (await t.call(crmMapping, { params }, customer)).body.data
    expect(items).toEqual([...(rules['keap/local']!.items as object[]), own])
    expect(await exported(customer)).toEqual({ crm_fields: rules })
  })

  it('must be there', async () => {
    await connect(customer, 'ghl')
    const body = { document: { kit: 'Agency', autopilots: pilots } as Document }
    const reply = await t.call(api.applyKit, { query: query(customer), body }, seller)
    expect([reply.status, reply.error?.message]).toEqual([
      422,
      'Connect Keap first, or leave out the step “push”',
    ])
  })
})

describe('a document of someone else', () => {
  const [pilot, form] = [versionOf(0).autopilots['New bakeries']!, versionOf(0).forms.Quote!]
  const weekly = { ...pilot, steps: [] }
  it.each<[string, object, string]>([
    [
      'a search that the list type refuses',
      { autopilots: { A: { ...weekly, search: { radius_km: 9999 } } } },
      'search.',
    ],
    [
      'no such source',
      { autopilots: { A: { ...weekly, search: { ...search, source: 'mine' } } } },
      'search.source',
    ],
    ['a week without its day', { autopilots: { A: { ...weekly, weekday: null } } }, 'weekday'],
    ['an unknown label', { autopilots: { A: pilot } }, 'autopilots.A.steps'],
    [
      'an unknown option',
      { autopilots: { A: { ...weekly, steps: [{ step: 'verify', label_id: 3 }] } } },
      'steps',
    ],
    [
      'an address inside the network',
      { webhooks: { A: { url: 'https://127.0.0.1/', events: ['lead.added'] } } },
      'url',
    ],
    [
      'an address without https',
      { forms: { A: { ...form, labels: [], thanks_url: 'javascript:alert(1)' } } },
      'thanks_url',
    ],
    [
      'a field that no lead has',
      { crm_fields: { 'keap/local': { items: [{ field: 'nothing', to: 'email' }] } } },
      'items.0.field',
    ],
    [
      'a field of one CRM account',
      { crm_fields: { 'keap/local': { items: [{ field: 'email', to: 'custom_7' }] } } },
      'items.0.to',
    ],
    [
      'a field that doesn’t fit',
      { crm_fields: { 'keap/local': { items: [{ field: 'phone', to: 'email' }] } } },
      'items.0.to',
    ],
    ['an unknown service', { audit_page: { page: { services: ['Nothing'] } } }, 'services'],
    ['a script', { brand: { site: { button_color: '#112233', script: '<script>1</script>' } } }, 'brand'],
    [
      'a menu that runs code',
      { menu: { site: { links: [{ label: 'A', url: 'javascript:alert(1)' }] } } },
      'url',
    ],
    ['a brand that says nothing', { brand: { site: {} } }, 'brand'],
    ['another name of the only menu', { menu: { main: { links: [] } } }, 'menu'],
    ['an unknown email', { mail_templates: { 'de/nothing': mail('Hallo') } }, 'mail_templates'],
    [
      'a picture of another site',
      {
        mail_templates: {
          'de/mail-changed': {
            ...mail('A'),
            doc: {
              type: 'doc',
              content: [{ type: 'picture', attrs: { src: `/brand-images/${'a'.repeat(32)}.png` } }],
            },
          },
        },
      },
      'doc',
    ],
  ])('is refused with %s', async (_case, parts, place) => {
    await connect(customer, 'keap')
    const body = { document: { kit: 'Theirs', ...parts } as Document }
    const reply = await t.call(api.applyKit, { query: query(customer), body }, seller)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.error?.fields ?? {}).join()).toContain(place)
    expect(await exported(customer)).toEqual({})
  })

  it('has its HTML cleaned, which is no change of the account', async () => {
    const html = '<p onclick="steal()">Hello<script>steal()</script></p>'
    const parts = {
      training_texts: { Offer: { html } },
      brand: { site: { content: html } },
      training_pages: { 'first-leads/01-what-you-will-have': { title: 'A', html } },
    }
    const { use_id: use, added } = await apply(customer, parts)
    const stored = JSON.stringify(await exported(customer))
    expect(stored).toContain('Hello')
    expect(stored).not.toMatch(/steal|onclick/)
    expect((await apply(customer, parts)).unchanged).toEqual(added)
    expect((await rollBack(customer, use!)).conflicts).toEqual([])
    expect(await exported(customer)).toEqual({})
  })

  it('is refused for an account without a site, which exports none of its parts', async () => {
    const plain = await t.account({ parent: seller, modules: ['leads', 'ai_suggest'] })
    const body = { document: { kit: 'Agency', menu: versionOf(0).menu } as Document }
    const reply = await t.call(api.applyKit, { query: query(plain), body }, seller)
    expect([reply.status, reply.error?.message]).toEqual([
      409,
      'The account’s package has no White Label, which “Links of the menu” needs. Leave that part out',
    ])
    expect(await exported(plain)).toEqual({})
  })

  it('has its empty parts skipped in an account without a site, and says so', async () => {
    const plain = await t.account({ parent: seller, modules: ['leads', 'ai_suggest'] })
    const done = await apply(plain, { labels: { Hot: {} }, menu: {}, packages: {} } as Partial<Parts>)
    expect([done.added, done.skipped]).toEqual([
      ['labels/Hot'],
      [
        '“Links of the menu” was skipped: it is empty, and the account’s package has no White Label',
        '“Packages” was skipped: it is empty, and the account’s package has no White Label',
      ],
    ])
  })
})
