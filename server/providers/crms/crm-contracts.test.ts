import { describe, expect, it } from 'vitest'
import { type ContactCrmId, CRM_KINDS } from '#contract/core/crms/index.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { startFakeHubspot } from '#server/testing/fake-crms/hubspot.ts'
import { startFakeKeap } from '#server/testing/fake-crms/keap.ts'
import { startFakePipedrive } from '#server/testing/fake-crms/pipedrive.ts'
import { contractViolations, vendorOpenApi } from '#server/testing/openapi-check.ts'
import { CONTACT_CRM_ADAPTERS, type ContactCrm, type CrmContext } from './index.ts'

const GHL = await vendorOpenApi(
  ['contacts', 'locations', 'users', 'oauth'].map((name) => `ghl/apps/${name}.json`),
)
const KEAP = await vendorOpenApi(['keap/keap-v2-swagger.yml'])

const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
const signal = new AbortController().signal
const context: CrmContext = {
  key: 'test',
  access: async () => ({ secret: FAKE_TOKEN, account: FAKE_LOCATION, way: 'token' }),
  pace: async () => {},
  pause: async () => {},
  limits: () => {},
  handOver: null,
  signal,
}
const TOKEN_PATHS: Record<string, string> = {
  ghl: '/oauth/token',
  keap: '/token',
  hubspot: '/oauth/2026-03/token',
  pipedrive: '/oauth/token',
}
const setupOf = (fake: FakeCrm, name: string) => ({
  outbound,
  baseUrl: fake.url,
  consentUrl: `${fake.url}/consent`,
  tokenUrl: `${fake.url}${TOKEN_PATHS[name]}`,
  client: { id: `${name}-client`, secret: `${name}-secret` },
})

/** Every call of an adapter, with every field that it can store. */
async function everyCall(crm: ContactCrm): Promise<void> {
  await crm.test(context)
  await crm.owners(context)
  const made = []
  for (const kind of ['text', 'number', 'date'] as const)
    made.push(await crm.createField(context, { label: `Our ${kind}`, kind }))
  const values: Parameters<ContactCrm['write']>[1]['values'] = {}
  for (const { key, kind, is_custom } of await crm.fields(context)) {
    if (!is_custom) values[key] = key === 'email' ? 'ann@fox.example' : `Some ${kind}`
    if (key === 'phone') values[key] = '+4930123456'
    if (kind === 'date') values[key] = '1990-09-25'
  }
  const [text, number, date] = made.map(({ key }) => key) as [string, string, string]
  Object.assign(values, { [text]: 'CEO', [number]: 7, [date]: '2026-01-31' })
  const more = { source: 'Fair', owner: '42', company: null }
  const write = { contact: null, values, email: 'ann@fox.example', phone: null, ...more }
  const { id } = await crm.write(context, write)
  await crm.write(context, { ...write, values: {}, email: null, phone: '+4930999999' })
  await crm.addTags(context, id, ['Autumn', 'Fair'])
  const contact = await crm.read(context, id, null)
  await crm.write(context, {
    contact,
    values,
    email: null,
    phone: null,
    source: null,
    owner: '42',
    company: null,
  })
  const remote = { remoteId: id, email: null, phone: null }
  await crm.find(context, [
    remote,
    { ...remote, remoteId: null, email: 'ann@fox.example', phone: '+4930123456' },
  ])
  await crm.find(context, [{ remoteId: null, email: null, phone: '+4930999999' }])
  await crm.linkCompany?.(context, id, { name: 'Fox Ltd', domain: 'fox.example' })
  await crm.linkCompany?.(context, id, { name: 'Fox Ltd', domain: null })
  for (const sign of (await crm.wins?.signs(context)) ?? [])
    await crm.wins?.list(context, sign.id, new Date(0))
  const tokens = await crm.consent?.exchange(`${crm.id}-code`, 'https://leads.example/crm/callback', signal)
  await crm.consent?.renew(tokens?.refresh ?? '', signal)
}

describe.skipIf(!GHL)('GoHighLevel (needs its published contract)', () => {
  it('every request is one that the OpenAPI documents describe', async () => {
    const fake = await startFakeGhl()
    try {
      await everyCall(CONTACT_CRM_ADAPTERS.ghl.create(setupOf(fake, 'ghl')))
      expect(fake.served).toHaveLength(fake.requests.length)
      expect(new Set(fake.served.map(({ method, path }) => `${method} ${path}`)).size).toBeGreaterThan(9)
      expect(fake.served.flatMap((item) => contractViolations(GHL ?? [], item))).toEqual([])
    } finally {
      await fake.close()
    }
  })
})

describe.skipIf(!KEAP)('Keap (needs its published contract)', () => {
  it('every request is one that the OpenAPI document describes', async () => {
    const fake = await startFakeKeap()
    try {
      await everyCall(CONTACT_CRM_ADAPTERS.keap.create(setupOf(fake, 'keap')))
      expect(fake.served).toHaveLength(fake.requests.length)
      // Its token endpoint is not in the document.
      const requested = fake.served.filter(({ path }) => path !== '/token')
      expect(new Set(requested.map(({ method, path }) => `${method} ${path}`)).size).toBeGreaterThan(9)
      expect(requested.flatMap((item) => contractViolations(KEAP ?? [], item))).toEqual([])
    } finally {
      await fake.close()
    }
  })
})

it('has what its declaration says, and nothing else', async () => {
  for (const [id, { create }] of Object.entries(CONTACT_CRM_ADAPTERS)) {
    const { can } = CRM_KINDS[id as ContactCrmId]
    const crm = create({ outbound, baseUrl: '', consentUrl: '', tokenUrl: '', client: null })
    expect([id, Boolean(crm.linkCompany), Boolean(crm.wins)]).toEqual([id, can.companies, can.wins])
  }
})

// These fakes compare every request and every reply with the contract by themselves.
describe.each([
  {
    id: 'hubspot' as const,
    start: async () => {
      const fake = await startFakeHubspot()
      fake.deal('9001', { contacts: ['1'], stage: 'closedwon', isWon: true })
      return fake
    },
    files: ['hubspot/contacts.2026-03.json'],
    calls: 14,
  },
  { id: 'pipedrive' as const, start: startFakePipedrive, files: ['pipedrive/pipedrive-v2.yaml'], calls: 14 },
])('$id (needs its published contract)', ({ id, start, files, calls }) => {
  it('every request and reply is one that the OpenAPI documents describe', async ({ skip }) => {
    if (!(await vendorOpenApi(files))) skip()
    const fake = await start()
    try {
      await everyCall(CONTACT_CRM_ADAPTERS[id].create(setupOf(fake, id)))
      expect(fake.served).toHaveLength(fake.requests.length)
      expect(new Set(fake.served.map(({ method, path }) => `${method} ${path}`)).size).toBeGreaterThan(calls)
      expect(fake.violations).toEqual([])
    } finally {
      await fake.close()
    }
  })
})
