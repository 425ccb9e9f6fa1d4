import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  addDomain,
  makePrimaryDomain,
  removeDomain,
  type SiteDomain,
  siteDomains,
  verifyDomain,
} from '#contract/branding/domains.ts'
import type { Site } from '#contract/branding/site.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { DomainsTab } from './domains-tab.tsx'

const domain = (host: string, more: Partial<SiteDomain> = {}): SiteDomain => ({
  host,
  state: 'active',
  active: true,
  points_here: true,
  primary: false,
  txt_name: `_verify.${host}`,
  txt_value: 'proof-1',
  cname_target: null,
  verified_at: null,
  failing_since: null,
  dark_at: null,
  last_checked_at: null,
  problem: null,
  created_at: '2026-01-02T03:04:05Z',
  ...more,
})
const PENDING = domain('leads.fox.example', { state: 'pending', active: false, points_here: null })
const FIRST = domain('fox.example', { primary: true })
const SECOND = domain('www.fox.example')
const host = page.getByRole('textbox', { name: 'Add a domain' })
const add = page.getByRole('button', { name: 'Add domain' })
const button = (name: string) => page.getByRole('button', { name })

async function open(rows: SiteDomain[]) {
  const server = fakeServer().answer(siteDomains, { data: rows })
  await show(<DomainsTab site={{ account_id: 12 } as Site} />)
  return server
}

test('a domain is added for the account of the site, and shows its record', async () => {
  const server = await open([])
  await expect.element(page.getByText('No domain yet')).toBeVisible()
  await host.fill('not a domain')
  await add.click()
  await expect.element(page.getByText('Field must be a valid url')).toBeVisible()
  expect(server.sentTo(addDomain)).toEqual([])
  server.answer(addDomain, { data: PENDING }).answer(siteDomains, { data: [PENDING] })
  await host.fill('leads.fox.example')
  await add.click()
  await expect.element(page.getByText('_verify.leads.fox.example')).toBeVisible()
  await expect.element(host).toHaveValue('')
  await expectAccessible()
  expect(server.sentTo(addDomain).map(({ body }) => body)).toEqual([
    { host: 'leads.fox.example', account_id: 12 },
  ])
})

test('a domain of another brand is refused at its field', async () => {
  const server = await open([FIRST])
  server.refuse(addDomain, { code: 'conflict', message: 'This domain already serves another brand' })
  await host.fill('taken.example')
  await add.click()
  await expect.element(host).toHaveAccessibleDescription(/This domain already serves another brand/)
  await expect.element(host).toHaveFocus()
})

test('a check that finds no record says so; a found one takes the record away', async () => {
  const server = await open([PENDING])
  server.refuse(verifyDomain, { code: 'rate_limited', message: 'Too many attempts. Wait 9 seconds' })
  await button('Check leads.fox.example now').click()
  await expect.element(page.getByText(/^Too many attempts/)).toBeVisible()
  const found = domain('leads.fox.example')
  server.answer(verifyDomain, { data: found, message: 'It works' }).answer(siteDomains, { data: [found] })
  await button('Check leads.fox.example now').click()
  await expect.element(page.getByText('_verify.leads.fox.example')).not.toBeInTheDocument()
  expect(server.sentTo(verifyDomain).at(-1)).toEqual({
    path: '/api/wl/domains/leads.fox.example/verify',
    query: { account_id: '12' },
    body: {},
  })
})

test('only an active domain that isn’t primary can become it', async () => {
  const server = await open([FIRST, SECOND, PENDING])
  server.answer(makePrimaryDomain, { data: SECOND, message: 'Links lead to www.fox.example' })
  await button('Make www.fox.example primary').click()
  await expect.element(page.getByText('Links lead to www.fox.example')).toBeVisible()
  expect(page.getByRole('button', { name: /^Make / }).elements()).toHaveLength(1)
})

test('removing a domain that is served warns that pages stop', async () => {
  const server = await open([FIRST])
  server.answer(removeDomain, { success: true, message: 'Removed' }).answer(siteDomains, { data: [] })
  await button('Remove fox.example').click()
  await expect.element(page.getByText(/^Your pages stop working on this domain at once/)).toBeVisible()
  expect(server.sentTo(removeDomain)).toEqual([])
  await button('Remove domain').click()
  await expect.element(page.getByText('No domain yet')).toBeVisible()
})

test('domains that could not be loaded say why', async () => {
  fakeServer().refuse(siteDomains, { code: 'forbidden', message: 'Your package has no brand' })
  await show(<DomainsTab site={{ account_id: 12 } as Site} />)
  await expect.element(page.getByRole('alert').getByText('Your package has no brand')).toBeVisible()
})
