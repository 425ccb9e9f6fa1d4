import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, packages } from '#contract/accounts/plans.ts'
import { updateSite } from '#contract/branding/site.ts'
import { setSetting } from '#contract/core/settings.ts'
import { createLabel, labels } from '#contract/leads/labels.ts'
import { leadSources } from '#contract/sources/lead-sources.ts'
import { changeSearcher, orderSearchers } from '#contract/sources/searchers.ts'
import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import { storeCredential } from '#server/modules/sources/sources/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli, temporaryFolder } from './testing/run-cli.ts'

const scratch = temporaryFolder()
const KEY = { SOURCE_APOLLO_KEY: 'apollo-secret-key-1234' }
let old: Server
let fresh: Server

interface Server {
  t: TestApp
  url: string
  admin: TestUser
}
async function start(): Promise<Server> {
  const t = await testApp({ roles: ['web'] })
  return { t, url: await t.listen(), admin: await t.admin() }
}
beforeAll(async () => {
  old = await start()
  fresh = await start()
})
afterAll(async () => {
  scratch.remove()
  await old.t.close()
  await fresh.t.close()
})

const run = ({ url }: Server, as: TestUser, args: string, env: Record<string, string> = {}) =>
  runCli(['kit', ...args.split(' ')], {
    cwd: scratch.path,
    env: {
      LEADWRIGHT_HOME: join(scratch.path, 'home'),
      LEADWRIGHT_URL: url,
      LEADWRIGHT_TOKEN: as.token,
      ...env,
    },
  })
const write = (name: string, text: string) => writeFileSync(join(scratch.path, name), text)
const read = (name: string) => readFileSync(join(scratch.path, name), 'utf8')

describe('a kit in a terminal', () => {
  it('is exported, edited, compared, applied, and then changes nothing', async () => {
    const { t } = old
    const seller = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: seller, modules: ['leads'] })
    await t.call(createLabel, { body: { name: 'Hot', color: 'red' } }, seller)
    const as = (args: string) => run(old, seller, args)
    const exported = await as('export --name Agency')
    expect([exported.code, exported.stderr]).toEqual([0, ''])
    write('kit.yaml', `# Ours\n${exported.stdout.replace('red', 'blue # calmer')}`)

    const to = `kit.yaml --account ${customer.accountId}`
    expect(JSON.parse((await as(`diff ${to} --json`)).stdout)).toMatchObject({ added: ['labels/Hot'] })
    const colors = async () => (await t.call(labels, {}, customer)).body.data.map(({ color }) => color)
    expect((await as(`apply ${to} --dry-run`)).code).toBe(0)
    expect(await colors()).toEqual([])
    expect((await as(`apply ${to}`)).code).toBe(0)
    expect(await colors()).toEqual(['blue'])
    const again = JSON.parse((await as(`apply ${to} --json`)).stdout)
    expect(again).toEqual({
      added: [],
      changed: [],
      removed: [],
      unchanged: ['labels/Hot'],
      conflicts: [],
      kept: [],
    })
    expect((await as('export --into kit.yaml')).code).toBe(0)
    expect(read('kit.yaml')).toContain('# Ours')
  })
})

describe('an installation as a file', () => {
  async function setUp({ t, admin }: Server): Promise<void> {
    await t.call(setSetting, { params: { name: 'agents' }, body: { value: false } }, admin)
    await t.call(orderSearchers, { body: { ids: ['apollo', 'hunter'] } }, admin)
    const setting = { is_on: true, prices: { people_contact: 7 }, daily_limit: 500 }
    await t.call(changeSearcher, { params: { id: 'apollo' }, body: setting }, admin)
    await t.call(
      changeSearcher,
      { params: { id: 'github' }, body: { is_on: false, prices: {}, daily_limit: null } },
      admin,
    )
    const owner = { accountId: admin.accountId, userId: admin.id }
    await storeCredential(t.app.ctx, owner, apolloSource, { key: KEY.SOURCE_APOLLO_KEY }, { dailyLimit: 90 })
    const menu = [{ label: 'Help', url: 'https://help.example.com/' }]
    await t.call(updateSite, { body: { name: 'Our leads', button_color: '#112233', menu } }, admin)
    const offer = { name: 'Pro', credits: 1000, price_minor: 4900, currency: 'EUR', period: 'month' } as const
    expect((await t.call(createPackage, { body: offer }, admin)).status).toBe(201)
    await t.call(createPackage, { body: { name: 'Later', credits: 5, publish: false } }, admin)
  }
  const exportOf = async (server: Server) => (await run(server, server.admin, 'export --installation')).stdout
  const counts = ({ stdout }: { stdout: string }) => {
    const { added, changed, removed } = JSON.parse(stdout)
    return [added.length, changed.length, removed.length]
  }

  it('makes an empty server the same, byte for byte, and once more changes nothing', async () => {
    await setUp(old)
    const text = await exportOf(old)
    expect(text).toContain('SOURCE_APOLLO_KEY}')
    expect(text).not.toContain(KEY.SOURCE_APOLLO_KEY)
    write('server.yaml', text)
    const apply = (more: string, env: Record<string, string> = KEY) =>
      run(fresh, fresh.admin, `apply server.yaml --installation${more}`, env)

    const unset = await apply('', {})
    expect([unset.code, unset.stderr]).toEqual([
      2,
      expect.stringMatching(/line \d+: the variable SOURCE_APOLLO_KEY is not set/),
    ])
    const before = await exportOf(fresh)
    const planned = await apply(' --dry-run --json')
    expect([planned.code, await exportOf(fresh)]).toEqual([0, before])
    const done = await apply(' --json')
    expect([done.code, done.stdout]).toEqual([0, planned.stdout])
    const named = (out: string) => out.replace(/^installation: .*$/m, '')
    expect(named(await exportOf(fresh))).toBe(named(text))
    expect(counts(await apply(' --json'))).toEqual([0, 0, 0])
    const sources = (await fresh.t.call(leadSources, {}, fresh.admin)).body.data
    expect(sources.find(({ id }) => id === 'apollo')).toMatchObject({
      own_key: { hint: '1234', daily_limit: 90 },
    })
    const { data } = (await fresh.t.call(packages, { query: {} }, fresh.admin)).body
    expect(data.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['Pro', 'published'],
        ['Later', 'draft'],
      ]),
    )
  })

  it('takes back what a part of the file no longer has, and leaves other parts alone', async () => {
    write('less.yaml', 'installation: Ours\nswitches: {}\nsources: {}\nmenu: {}\n')
    const done = await run(fresh, fresh.admin, 'apply less.yaml --installation --json')
    expect(JSON.parse(done.stdout)).toMatchObject({
      added: [],
      removed: expect.arrayContaining(['switches/agents', 'sources/apollo', 'menu/site']),
    })
    const text = await exportOf(fresh)
    expect(text).toContain('Pro')
    expect(text).not.toMatch(/agents|apollo|Help/)
  })

  it.each([
    ['an unknown key', 'installation: A\nsources:\n  apollo:\n    onn: true\n', 'line 4: sources.apollo.onn'],
    ['an unknown part', 'installation: A\npeople: {}\n', 'line 2: people'],
    ['an unknown source', 'installation: A\nsources:\n  nobody:\n    on: false\n', 'The source'],
  ])('is refused with %s', async (_case, text, message) => {
    write('wrong.yaml', text)
    const { code, stderr } = await run(fresh, fresh.admin, 'apply wrong.yaml --installation')
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)])
  })

  it('is for administrators', async () => {
    const seller = await fresh.t.account({ modules: ['leads', 'whitelabel'] })
    write('one.yaml', 'installation: A\nswitches: {}\n')
    for (const args of ['export', 'diff one.yaml', 'apply one.yaml'])
      expect((await run(fresh, seller, `${args} --installation`)).code).toBe(3)
  })
})
