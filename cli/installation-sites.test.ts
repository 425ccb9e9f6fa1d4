import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, setPackageOffers } from '#contract/accounts/plans.ts'
import { diffInstallation } from '#contract/admin/installation.ts'
import { InstallationDocument } from '#contract/admin/installation-document.ts'
import { addDomain, verifyDomain } from '#contract/branding/domains.ts'
import { saveMailServer, showMailServer } from '#contract/branding/mail-server.ts'
import { showSite, updateSite, uploadSiteImage } from '#contract/branding/site.ts'
import { createAccount, createPlanOfAccount, createUser } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli, temporaryFolder } from './testing/run-cli.ts'

const scratch = temporaryFolder()
const SECRETS = {
  MAIL_PASSWORD: 'own-mail-secret',
  MAIL_PASSWORD_ANN_FOX_EXAMPLE: 'fox-mail-secret',
  GOOGLE_CLIENT_SECRET: 'own-google-secret',
  CHAT_SECRET_ANN_FOX_EXAMPLE: 'fox-chat-secret',
}
const [FOX, HEN] = ['ann@fox.example', 'hen@hen.example']
let dns: FakeDns
let old: Server
let fresh: Server

interface Server {
  t: TestApp
  url: string
  admin: TestUser
}
async function start(): Promise<Server> {
  const t = await testApp({ roles: ['web'], dnsServers: dns.address })
  return { t, url: await t.listen(), admin: await t.admin() }
}
beforeAll(async () => {
  dns = await startFakeDns()
  ;[old, fresh] = [await start(), await start()]
})
afterAll(async () => {
  scratch.remove()
  await old.t.close()
  await fresh.t.close()
  await dns.close()
})

const run = ({ url }: Server, as: TestUser, args: string, env: Record<string, string> = SECRETS) =>
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
const exportOf = async (server: Server) => {
  const { code, stdout, stderr } = await run(server, server.admin, 'export --installation')
  expect([code, stderr]).toEqual([0, ''])
  return stdout.replace(/^installation: .*$/m, 'installation: Ours')
}
const applyTo = async (server: Server, more = '') => {
  const { code, stdout, stderr } = await run(
    server,
    server.admin,
    `apply server.yaml --installation${more} --json`,
  )
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** A reseller of the installation with this first owner, who signs in. */
async function addReseller(
  { t, admin }: Server,
  email: string,
  parent: number = admin.accountId,
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select v.id from plan_version_info v join plan p on p.id = v.plan_id
    where p.name = ${`For ${email}`}`.execute(t.app.database.db)
  const planVersionId =
    rows[0]?.id ??
    (
      await createPlanOfAccount(t.app.ctx, {
        name: `For ${email}`,
        modules: ['leads', 'whitelabel'],
        freeCredits: 10,
      })
    ).id
  const account = await createAccount(t.app.ctx, { parentId: parent, name: email, planVersionId })
  await createUser(t.app.ctx, account.id, { email, firstName: 'Ann' })
  return account.id
}

async function upload({ t, admin }: Server, accountId: number | undefined, color: string): Promise<string> {
  const image = sharp({ create: { width: 90, height: 30, channels: 3, background: color } })
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `${uploadSiteImage.path}?kind=logo${accountId === undefined ? '' : `&account_id=${accountId}`}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
    payload: Readable.from([
      await image
        .jpeg()
        .withExif({ IFD0: { Copyright: 'Someone' } })
        .toBuffer(),
    ]),
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().data.url
}
const imageOf = async ({ t }: Server, path: string) =>
  (await t.app.http.inject({ url: path })).rawPayload.toString('base64')

async function setUp(server: Server): Promise<{ fox: number; hen: number; logo: string }> {
  const { t, admin } = server
  const ok = <Reply extends { status: number }>(reply: Reply): Reply => {
    expect(reply.status).toBeLessThan(300)
    return reply
  }
  const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls', username: 'us' } as const
  ok(
    await t.call(
      saveMailServer,
      { body: { ...smtp, password: SECRETS.MAIL_PASSWORD, from_address: 'hi@example.com' } },
      admin,
    ),
  )
  const own = await upload(server, undefined, '#112233')
  const free = { name: 'Try it', credits: 5, price_minor: 0, currency: 'EUR', period: 'month' } as const
  const sign_up_plan_id = ok(await t.call(createPackage, { body: { ...free, publish: true } }, admin)).body
    .data.id
  const google = { google_client_id: 'ours', google_client_secret: SECRETS.GOOGLE_CLIENT_SECRET }
  const ours = { name: 'Our leads', icon: own, ...google, sign_up: true, sign_up_plan_id }
  ok(await t.call(updateSite, { body: ours }, admin))
  const pro = ok(
    await t.call(
      createPackage,
      { body: { name: 'Pro', credits: 10, price_minor: 4900, currency: 'EUR', period: 'month' } },
      admin,
    ),
  ).body.data.id
  const spring = { code: 'SPRING', percent: 20, amount_minor: null, duration: 'once' } as const
  ok(
    await t.call(
      setPackageOffers,
      { params: { id: pro }, body: { coupons: [{ ...spring, months: null, max_uses: 50 }], add_ons: [] } },
      admin,
    ),
  )
  const [fox, hen] = [await addReseller(server, FOX), await addReseller(server, HEN)]
  for (const host of ['a.fox.example', 'leads.fox.example']) {
    ok(await t.call(addDomain, { body: { host, account_id: fox } }, admin))
    const trust = { params: { host }, query: { account_id: fox }, body: { trust: true } }
    ok(await t.call(verifyDomain, trust, admin))
  }
  const logo = await upload(server, fox, '#aa3311')
  const inText = await upload(server, fox, '#33aa11')
  const brand = {
    name: 'Fox Leads',
    logo,
    content: `<p>Welcome <img src="${inText}" /></p>`,
    button_color: '#AA3311',
    mail_from: 'hello@leads.fox.example',
    menu: [{ label: 'Help', url: 'https://help.fox.example/' }],
    chat_vendor: 'intercom' as const,
    chat_app_id: 'fox1',
    chat_secret: SECRETS.CHAT_SECRET_ANN_FOX_EXAMPLE,
    script: '<script src="https://count.example.com/a.js"></script>',
    script_hosts: ['count.example.com'],
  }
  ok(await t.call(updateSite, { query: { account_id: fox }, body: brand }, admin))
  const server2 = { ...smtp, username: 'fox', password: SECRETS.MAIL_PASSWORD_ANN_FOX_EXAMPLE }
  ok(
    await t.call(
      saveMailServer,
      { query: { account_id: fox }, body: { ...server2, from_address: 'hello@leads.fox.example' } },
      admin,
    ),
  )
  ok(await t.call(updateSite, { query: { account_id: hen }, body: { name: 'Hen Leads' } }, admin))
  return { fox, hen, logo }
}

describe('sites of resellers in the file of an installation', () => {
  it('come to an empty server, which then exports the same', async () => {
    const { logo } = await setUp(old)
    const text = await exportOf(old)
    write('server.yaml', text)
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret)
    expect(text).toContain('MAIL_PASSWORD_ANN_FOX_EXAMPLE}')
    const written = readFileSync(join(scratch.path, 'server.yaml'), 'utf8')
    expect(written).toMatch(/Pro\/SPRING:\n\s+percent: 20/)
    expect(written).toMatch(/sign_up:\n\s+own:\n\s+package: Try it/)
    expect(written).toContain('${env:CHAT_SECRET_ANN_FOX_EXAMPLE}')

    const first = await applyTo(fresh)
    const missing = [FOX, HEN].map((name) => ({
      name: `sites/${name}`,
      reason: expect.stringContaining(`First add the reseller with the owner ${name}`),
    }))
    expect(first.waiting).toEqual(missing)
    expect(first.added).toContain('coupons/Pro/SPRING')

    const fox = await addReseller(fresh, FOX)
    await addReseller(fresh, HEN)
    const planned = await applyTo(fresh, ' --dry-run')
    expect(await applyTo(fresh)).toEqual(planned)
    expect(planned.added).toEqual(
      expect.arrayContaining([
        `sites/${FOX}/domains/leads.fox.example`,
        `sites/${FOX}/site/own`,
        `sites/${FOX}/mail_server/own`,
        `sites/${HEN}/site/own`,
      ]),
    )
    expect(planned.waiting.map(({ name }: { name: string }) => name)).toEqual([
      `sites/${FOX}/domains/a.fox.example`,
      `sites/${FOX}/domains/leads.fox.example`,
      `sites/${FOX}/site/own`,
    ])
    const again = await applyTo(fresh)
    expect([again.added, again.changed, again.removed]).toEqual([[], [], []])
    const { mail_from } = (await fresh.t.call(showSite, { query: { account_id: fox } }, fresh.admin)).body
      .data
    expect(mail_from).toBe(null)

    for (const host of ['a.fox.example', 'leads.fox.example'])
      await fresh.t.call(
        verifyDomain,
        { params: { host }, query: { account_id: fox }, body: { trust: true } },
        fresh.admin,
      )
    const last = await applyTo(fresh)
    expect(last.waiting).toEqual([])
    expect(await exportOf(fresh)).toBe(text)
    expect(await imageOf(fresh, logo)).toBe(await imageOf(old, logo))
    const { data } = (await fresh.t.call(showMailServer, { query: { account_id: fox } }, fresh.admin)).body
    expect(data).toMatchObject({ username: 'fox', has_password: true })
    const { data: site } = (await fresh.t.call(showSite, {}, fresh.admin)).body
    expect(site).toMatchObject({ sign_up: true, has_google_client_secret: true })
    const done = await applyTo(fresh)
    expect([done.added, done.changed, done.removed, done.waiting]).toEqual([[], [], [], []])
  })

  it('stay when the file doesn’t name them, and lose what their part no longer has', async () => {
    write(
      'server.yaml',
      `installation: Ours\nsites:\n  ${FOX}:\n    menu: {}\n    domains:\n      a.fox.example: {}\n`,
    )
    const done = await applyTo(fresh)
    expect(done).toMatchObject({ added: [], changed: [], kept: [`sites/${HEN}`] })
    expect(done.removed).toEqual([`sites/${FOX}/domains/leads.fox.example`, `sites/${FOX}/menu/site`])
    const again = await applyTo(fresh)
    expect([again.changed, again.removed]).toEqual([[], []])
    const text = await exportOf(fresh)
    expect(text).toContain('Hen Leads')
    expect(text).not.toContain('leads.fox.example: {}')
  })

  it('tells two owners of one address apart by their accounts', async () => {
    const { t, admin } = fresh
    const [fox] = (
      await sql<{ id: number }>`select id from account where name = ${FOX}`.execute(t.app.database.db)
    ).rows
    const below = await addReseller(fresh, HEN, fox!.id)
    await t.call(updateSite, { query: { account_id: below }, body: { name: 'Inner Leads' } }, admin)
    await sql`update account set name = 'Inner' where id = ${below}`.execute(t.app.database.db)
    const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls' as const }
    for (const email of ['a.b@fox.example', 'a-b@fox.example']) {
      const account_id = await addReseller(fresh, email)
      const body = { ...smtp, username: email, password: email, from_address: email }
      await t.call(saveMailServer, { query: { account_id }, body }, admin)
    }
    const text = await exportOf(fresh)
    expect(text.match(/MAIL_PASSWORD_A_B_FOX_EXAMPLE\w*/g)).toEqual([
      'MAIL_PASSWORD_A_B_FOX_EXAMPLE',
      'MAIL_PASSWORD_A_B_FOX_EXAMPLE_2',
    ])
    expect(text).toContain(`${HEN}/${HEN}:`)
    expect(text).toContain(`${HEN}/Inner:`)
  })
})

const PNG = 'data:image/png;base64,'
const plain = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#aa3311' } }).png()
const ID = 'ab'.repeat(16)

describe('a file from elsewhere', () => {
  const withImage = (image: string, id = ID) =>
    `installation: A\nimages:\n  ${id}: ${image}\nsite:\n  own:\n    logo: /brand-images/${id}.png\n`
  it.each<[string, () => string | Promise<string>, string]>([
    [
      'an unknown key of a site',
      () => `installation: A\nsites:\n  ${HEN}:\n    people: {}\n`,
      'line 4: sites',
    ],
    ['an owner who is no address', () => 'installation: A\nsites:\n  Fox: {}\n', 'line 3: sites.Fox'],
    [
      'a page in place of a domain',
      () => 'installation: A\ndomains:\n  https://fox.example/x: {}\n',
      'line 3: domains',
    ],
    [
      'two primary domains',
      () => 'installation: A\ndomains:\n  a.example.com: {primary: true}\n  b.example.com: {primary: true}\n',
      'line 4: domains.b.example.com: Another domain is the primary one already',
    ],
    [
      'a coupon of no package',
      () => 'installation: A\ncoupons:\n  None/FREE: {percent: 100, duration: once}\n',
      'line 3: coupons/None/FREE',
    ],
    [
      'a mail server inside the network',
      () =>
        `installation: A\nsites:\n  ${FOX}:\n    mail_server:\n      own:\n        host: localhost\n        port: 25\n        security: none\n        from_address: a@b.example\n`,
      `line 6: sites/${FOX}/mail_server/own/host`,
    ],
    ['an image that is none', () => withImage(`${PNG}aGVsbG8=`), 'line 3: images'],
    [
      'a page as an image',
      () => withImage(`data:text/html;base64,${Buffer.from('<script>').toString('base64')}`),
      'line 3: images',
    ],
    [
      'an image with a text in it',
      async () => {
        const bytes = await plain()
          .withExif({ IFD0: { Copyright: 'Someone' } })
          .toBuffer()
        return withImage(`${PNG}${bytes.toString('base64')}`)
      },
      'Only images as an export has them',
    ],
    [
      'something behind an image',
      async () =>
        withImage(
          `${PNG}${Buffer.concat([await plain().toBuffer(), Buffer.from('<script>')]).toString('base64')}`,
        ),
      'Only images as an export has them',
    ],
    [
      'an image larger than any that is shown',
      async () => {
        const big = sharp({ create: { width: 1300, height: 9, channels: 3, background: '#aa3311' } }).png()
        return withImage(`${PNG}${(await big.toBuffer()).toString('base64')}`)
      },
      'Only images as an export has them',
    ],
    [
      'an image that nothing uses',
      () => `installation: A\nimages:\n  ${ID}: ${PNG}aGVsbG8=\n`,
      'Neither the site nor its text uses this image',
    ],
  ])('is refused with %s', async (_case, text, message) => {
    write('wrong.yaml', await text())
    const before = await exportOf(fresh)
    const { code, stderr } = await run(fresh, fresh.admin, 'apply wrong.yaml --installation')
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)])
    expect(await exportOf(fresh)).toBe(before)
  })

  it('takes no image of another site', async () => {
    const { body } = await old.t.call(showSite, { query: {} }, old.admin)
    const id = body.data.icon!.replace(/^.*\/|\.png$/g, '')
    const image = `${PNG}${await imageOf(old, body.data.icon!)}`
    write(
      'wrong.yaml',
      `installation: A\nsites:\n  ${HEN}:\n    images:\n      ${id}: ${image}\n    site:\n      own:\n        name: Hen\n        logo: ${body.data.icon}\n`,
    )
    const { code, stderr } = await run(old, old.admin, 'apply wrong.yaml --installation')
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('Another image is here')])
  })

  it('cleans the text of a site', async () => {
    write(
      'server.yaml',
      `installation: A\nsites:\n  ${FOX}:\n    brand:\n      site:\n        content: '<p onclick="x()">Hi</p><script>x()</script>'\n`,
    )
    await applyTo(fresh)
    const text = await exportOf(fresh)
    expect(text).toContain('<p>Hi</p>')
    expect(text).not.toMatch(/onclick|<script>/)
    const again = await applyTo(fresh)
    expect(again.changed).toEqual([])
  })

  it('describes what its published schema has', () => {
    const shape = InstallationDocument.shape
    expect(Object.keys(shape)).toEqual(
      expect.arrayContaining(['images', 'domains', 'mail_server', 'coupons', 'sites']),
    )
    expect(diffInstallation.maxBytes).toBe(32 * 1024 * 1024)
  })
})
