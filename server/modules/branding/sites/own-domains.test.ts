import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDomain, makePrimaryDomain } from '#contract/branding/domains.ts'
import { updateSite } from '#contract/branding/site.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], publicUrl: 'https://app.platform.example' })
  owner = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, owner)
})
afterAll(() => t.close())

const add = (host: string) => t.call(addDomain, { body: { host } }, owner)
const setState = (host: string, state: 'pending' | 'active') =>
  t.app.database.pool.query('update site_domain set state = $2 where host = $1', [host, state])

describe('a domain of a site', () => {
  it.each(['github.io', 'co.uk'])('is not the public suffix %s, but a name below it', async (suffix) => {
    expect((await add(suffix)).error?.fields).toEqual({
      host: 'This is a public suffix. Enter a domain below it',
    })
    expect((await add(`fox-leads.${suffix}`)).status).toBe(201)
  })

  it('is the one for links only once it is verified', async () => {
    const [first, second] = ['first.fox.example', 'second.fox.example']
    await add(first)
    await add(second)
    await setState(first, 'active')
    const choose = async () => (await t.call(makePrimaryDomain, { params: { host: second } }, owner)).status
    expect(await choose()).toBe(409)
    await setState(second, 'active')
    expect(await choose()).toBe(200)
  })
})
