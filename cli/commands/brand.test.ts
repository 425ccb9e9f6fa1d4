import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateSite } from '#contract/branding/site.ts'
import { forgotPassword } from '#contract/identity/auth.ts'
import { findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createLeakFinder } from '../brand-check/find-leaks.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let box: MailBox
let dns: FakeDns
let admin: TestUser
let origin: string
beforeAll(async () => {
  box = await startMailBox()
  dns = await startFakeDns()
  t = await testApp({
    smtpUrl: box.url,
    dnsServers: dns.address,
    publicUrl: 'https://app.platform.example',
  })
  admin = await t.admin()
  origin = await t.listen()
  await t.call(updateSite, { body: { name: 'Platform Name' } }, admin)
})
afterAll(async () => {
  await t.close()
  await dns.close()
  await box.close()
})

const cli = async (...line: string[]) => {
  const { stdout, stderr, code } = await runCli([...line, '--json'], {
    env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: admin.token },
  })
  return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
}
/** A reseller created with commands only, as by an operator. */
async function aBrand(name: string, host: string): Promise<string> {
  const created = await cli('resellers', 'create', '--owner', `owner@${host}`, '--name', name)
  expect(created).toMatchObject({ code: 0, json: { account_id: expect.any(Number) } })
  const account = String(created.json.account_id)
  const added = await cli('domains', 'add', host, '--account', account)
  expect(added.json).toEqual({ host, txt_name: `_site-verification.${host}`, txt_value: expect.any(String) })
  expect(await cli('domains', 'verify', host, '--trust')).toMatchObject({
    code: 0,
    json: { host, active: true },
  })
  return account
}

describe('brands from the command line', () => {
  it('are created, branded and served, and show no other brand', async () => {
    const account = await aBrand('Fox Leads', 'leads.fox.example')
    await aBrand('Oak Data', 'oak.example')
    const set = [
      '--account',
      account,
      '--name',
      'Fox & Friends',
      '--color',
      'primary=#AA3311',
      '--color',
      'blue=#112233',
    ]
    const { json } = await cli('brand', 'set', ...set)
    expect(json).toMatchObject({ name: 'Fox & Friends', button_color: '#AA3311', blue_color: '#112233' })
    const checked = await cli('brand', 'check', 'leads.fox.example')
    expect(checked.json.leaks).toEqual([])
    expect(checked).toMatchObject({ code: 0, json: { pages: expect.any(Number) } })
    expect(checked.json.pages).toBeGreaterThan(40)
  })

  it('exit with 1 when another brand is shown', async () => {
    const account = await aBrand('Elm', 'elm.example')
    const body = { content: '<p>Powered by Platform Name, see app.platform.example</p>' }
    await t.call(updateSite, { query: { account_id: Number(account) }, body }, admin)
    const { code, json } = await cli('brand', 'check', 'elm.example')
    expect(code).toBe(1)
    expect(json.leaks).toContainEqual({
      location: 'POST /api/site-settings',
      text: expect.stringContaining('Platform Name'),
    })
  })

  it('report a host that is not served', async () => {
    expect(await cli('brand', 'check', 'nobody.example')).toMatchObject({ code: 4 })
  })

  it('refuse invalid colors', async () => {
    expect((await cli('brand', 'set', '--color', 'primary=red')).code).toBe(2)
    expect((await cli('brand', 'set')).code).toBe(2)
  })
})

describe('mails of a brand', () => {
  const foreign = [
    { name: 'leadwright', isDomain: true },
    { name: 'Platform Name', isDomain: false },
    { name: 'app.platform.example', isDomain: true },
  ]
  const find = createLeakFinder(foreign, 'Ash')

  it('name no other brand in any header', async () => {
    await aBrand('Ash', 'ash.example')
    const site = await findSiteOfHost(t.app.ctx, 'ash.example')
    const customer = await t.account({ parent: { accountId: site?.account_id } as TestUser })
    const host = { headers: { host: 'ash.example' } }
    await t.call(forgotPassword, { body: { email: customer.email } }, null, host)
    const mail = await box.waitFor(customer.email)
    expect(JSON.stringify(mail)).toContain('https://ash.example/')
    expect(find('mail', JSON.stringify(mail))).toEqual([])
  })
})
