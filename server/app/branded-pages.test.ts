import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { showSite, updateSite, uploadSiteImage } from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { findBrand, findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
let fox: TestUser
let oak: TestUser
beforeAll(async () => {
  t = await testApp({
    roles: ['web'],
    publicUrl: 'https://app.platform.example',
    whiteLabelSuiteDomain: 'suite.example',
  })
  admin = await t.admin()
  fox = await aReseller('Fox Leads', 'fox.example')
  oak = await aReseller('Oak & "Sons" $& </title>', 'oak.example')
})
afterAll(() => t.close())

async function aReseller(brand_name: string, domain: string): Promise<TestUser> {
  const owner = await t.account()
  const body = { owner_email: owner.email, brand_name, domain }
  expect((await t.call(createReseller, { body }, admin)).status).toBe(201)
  return owner
}
const save = (body: object, as = fox) => t.call(updateSite, { body }, as)
const page = async (host: string, url = '/login', headers = {}) => {
  const answer = await t.app.http.inject({ url, headers: { host, accept: 'text/html', ...headers } })
  return {
    ...answer,
    status: answer.statusCode,
    text: answer.body,
    policy: String(answer.headers['content-security-policy']),
  }
}
const upload = async (bytes: Buffer, kind = 'logo', as = fox) => {
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `${uploadSiteImage.path}?kind=${kind}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    payload: Readable.from([bytes]),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const square = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#aa3311' } })

describe('the page of a host', () => {
  it('is branded from the first byte, for each host', async () => {
    await save({ button_color: '#AA3311' })
    const [one, other, own] = await Promise.all(
      ['fox.example', 'oak.example', 'app.platform.example'].map((host) => page(host)),
    )
    expect(one?.text).toContain('<title>Fox Leads</title>')
    expect(one?.text).toContain('<meta name="theme-color" content="#AA3311" />')
    expect(one?.text).toContain('<meta property="og:site_name" content="Fox Leads" />')
    expect(other?.text).toContain('<title>Oak &amp; &#34;Sons&#34; $&amp; &lt;/title&gt;</title>')
    expect(own?.text).toContain('<title>Leadwright</title>')
    expect(one?.text).not.toMatch(/Oak|leadwright/i)
    expect(other?.text).not.toMatch(/Fox|leadwright/i)
    expect(one?.headers['cache-control']).toBe('private, no-cache')
  })

  it('has its colors before any script runs, light and dark', async () => {
    await save({ button_color: '#AA3311' })
    const { text, policy } = await page('fox.example')
    const nonce = /nonce-([^']+)/.exec(policy)?.[1]
    const style = text.split(`<style data-brand nonce="${nonce}">`)[1]?.split('</style>')[0]
    expect(style).toMatch(/:root:not\(\[data-mantine-color-scheme\]\)[^{]*\{[^}]*--app-fill:#aa3311/)
    expect(style).toMatch(/prefers-color-scheme:dark\)\{[^{]*\{color-scheme:dark;--app-body:#111318/)
    const other = await page('oak.example')
    expect(other.text).not.toContain('#aa3311')
  })

  it('has its own icon and manifest', async () => {
    const [icon, manifest] = await Promise.all(
      ['/site-icon', '/manifest.webmanifest'].map((url) => page('fox.example', url)),
    )
    expect(icon?.text).toMatch(/fill="#AA3311".*>F<\/text>/)
    expect(JSON.parse(String(manifest?.text))).toMatchObject({ name: 'Fox Leads', theme_color: '#AA3311' })
  })

  it('is unbranded on the shared domain and absent on unknown hosts', async () => {
    expect((await page('suite.example')).text).toContain('<title>White Label</title>')
    const unknown = await page('stranger.example')
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.not.stringMatching(/leadwright|platform|fox/i),
    ])
    const call = await t.call(login, { body: { email: fox.email, password: 'x' } }, null, {
      headers: { host: 'stranger.example' },
    })
    expect(call.status).toBe(404)
  })

  it('does not follow X-Forwarded-Host', async () => {
    const { text } = await page('fox.example', '/login', { 'x-forwarded-host': 'oak.example' })
    expect(text).toContain('<title>Fox Leads</title>')
  })

  it('rejects tokens of other sites', async () => {
    const { email, password } = fox
    const at = (host: string) => ({ headers: { host } })
    const signed = await t.call(login, { body: { email, password } }, null, at('app.platform.example'))
    const person = { ...fox, token: signed.body.data.authorisation.token }
    expect((await t.call(me, {}, person, at('app.platform.example'))).status).toBe(200)
    expect((await t.call(me, {}, person, at('oak.example'))).status).toBe(401)
  })
})

describe('the script of a site', () => {
  const script =
    '<script src="https://cdn.chat.example/a.js" async onload="x()"></script><p>No</p><script>window.fox = "<b>"</script>'
  beforeAll(async () => {
    expect((await save({ script, script_hosts: ['cdn.chat.example'] })).status).toBe(200)
    await save({ script, script_hosts: ['cdn.chat.example'] }, admin)
  })

  it("runs on the site's own domain with its hosts in the policy", async () => {
    const { text, policy } = await page('fox.example', '/lead-search/saved-lists')
    const nonce = /nonce-([^']+)/.exec(policy)?.[1]
    expect(text).toContain(`<script nonce="${nonce}" src="https://cdn.chat.example/a.js" async="">`)
    expect(text).toContain(`<script nonce="${nonce}">window.fox = "<b>"</script>`)
    expect(text).not.toContain('<p>No</p>')
    expect(text).not.toContain('onload="x()"')
    expect(policy).toMatch(/script-src [^;]*https:\/\/cdn\.chat\.example/)
  })

  it.each([
    '/login',
    '/register',
    '/wallet',
    '/billing-portal',
    '/profile-settings/api-keys',
    '/%77allet',
    '//wallet',
    '/whitelabel/business-account',
    '/manage-team',
  ])('does not run on %s', async (url) => {
    const { text, policy } = await page('fox.example', url)
    expect(text).not.toContain('nonce="" src')
    expect(text.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')).not.toContain(
      'chat.example',
    )
    expect(policy).not.toContain('chat.example')
  })

  it('does not run for the team or someone logged in as another user, nor on other domains', async () => {
    const policyWith = async (cookie: string) =>
      (await page('fox.example', '/lead-search/saved-lists', { cookie })).policy
    for (const cookie of ['a=b; plain_pages=1', 'plain_pages_of_team=1; a=b'])
      expect(await policyWith(cookie)).not.toContain('chat.example')
    expect(await policyWith('plain_pages_of_team=0; xplain_pages=1')).toContain('chat.example')
    for (const host of ['oak.example', 'app.platform.example', 'suite.example', 'localhost']) {
      const { text, policy } = await page(host, '/lead-search/saved-lists')
      expect([host, `${text}${policy}`.includes('chat.example')]).toEqual([host, false])
    }
  })
})

describe('what a site may show', () => {
  it('is sanitized of executable code', async () => {
    const content =
      '<h2 onclick="x()">Hi</h2><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x()">a</a><iframe src="https://evil.example"></iframe><p style="position:fixed;text-align:center">b</p><svg onload=alert(1)>'
    const { body } = await save({ content, name: '<img src=x onerror=alert(1)>' })
    expect(body.data.content).toBe(
      '<h2>Hi</h2><a rel="noopener nofollow" target="_blank">a</a><p style="text-align:center">b</p>',
    )
    const { text } = await page('fox.example')
    expect(text).not.toContain('<img src=x')
    await save({ content: null, name: 'Fox Leads' })
  })

  it.each([
    ...['name', 'support_email', 'mail_from', 'logo', 'logo_dark', 'icon', 'script_hosts', 'menu', 'crms'],
    ...['button_color', 'sidebar_background_color', 'login_page_bg_color', 'blue_color', 'content'],
    ...['google_client_id', 'facebook_app_id', 'chat_app_id', 'chat_vendor'],
  ])('executes nothing written into %s', async (field) => {
    const evil = `"'></style></script><img src=x onerror=alert(1)><script>alert(1)</script>`
    const value = { menu: [{ label: evil, url: 'https://a.example/' }], script_hosts: [evil], crms: [evil] }
    const { status } = await save({ [field]: value[field as 'menu'] ?? evil })
    expect([200, 422]).toContain(status)
    for (const url of ['/login', '/manifest.webmanifest', '/site-icon']) {
      const { text, headers } = await page('fox.example', url)
      if (String(headers['content-type']).includes('json')) continue
      expect(text).not.toMatch(/<img src=x|<script>alert/)
    }
    await save({ [field]: null })
    await save({ name: 'Fox Leads', script_hosts: [], menu: null, crms: null })
  })

  it('never returns secrets', async () => {
    const { body } = await save({
      google_client_id: 'id',
      google_client_secret: 'very-secret',
      chat_secret: 'hush-hush',
    })
    expect(body.data).toMatchObject({ has_google_client_secret: true, has_chat_secret: true })
    const shown = [
      body,
      (await t.call(showSite, {}, fox)).body,
      (await t.call(siteSettings, { body: { domain: 'fox.example' } })).body,
    ]
    expect(JSON.stringify(shown)).not.toMatch(/very-secret|hush-hush/)
  })

  it('sends mail from its own verified domains only', async () => {
    expect((await save({ mail_from: 'hi@bank.example' })).error.fields).toHaveProperty('mail_from')
    expect((await save({ mail_from: 'hi@mail.fox.example' })).status).toBe(200)
  })

  it('cannot give away free credits', async () => {
    expect((await save({ sign_up_credits: 500 })).status).toBe(403)
  })
})

describe('an image of a site', () => {
  it('is re-encoded, scaled down, and served to everyone under a permanent name', async () => {
    const large = await square(2000)
      .withMetadata({ exif: { IFD0: { Copyright: 'where I live' } } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(large)
    expect([status, body.data]).toEqual([
      201,
      { url: expect.stringMatching(/^\/brand-images\/[a-f0-9]{32}\.png$/), width: 160, height: 160 },
    ])
    const served = await t.app.http.inject({ url: body.data.url, headers: { host: 'fox.example' } })
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(served.headers['cache-control']).toContain('immutable')
    expect(served.rawPayload.includes('where I live')).toBe(false)
    expect((await save({ logo: body.data.url })).status).toBe(200)
    const site = await findSiteOfHost(t.app.ctx, 'fox.example')
    const mail = await findBrand(t.app.ctx, site?.id ?? 0)
    expect(mail.logo).toBe(`https://fox.example${body.data.url}`)
    expect((await save({ logo: body.data.url }, oak)).error.fields).toEqual({
      logo: 'Upload the image first',
    })
  })

  it('is never served as SVG', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10" fill="red"/></svg>'
    const { status, body } = await upload(Buffer.from(svg))
    expect([status, body.data?.url.endsWith('.png')]).toEqual([201, true])
  })

  it('that is an SVG says what to do with parts that can’t be used', async () => {
    const { status, body } = await upload(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>'),
    )
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining('This SVG contains parts we can’t use. Save it as PNG'),
    ])
  })

  it.each([
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      'entities',
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
      ),
    ],
    [
      'another file type',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    ],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj')],
    ['endless data', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('is not %s', async (_what, bytes) => {
    const { status, body } = await upload(bytes)
    const why = String(bytes).includes('<svg') ? 'This SVG contains parts' : 'Type is not valid'
    expect([status, body.message]).toEqual([422, expect.stringContaining(why)])
  })

  it('loses everything that is not image data', async () => {
    const both = Buffer.concat([
      await square(20).png().toBuffer(),
      Buffer.from('<script>alert("polyglot")</script>'),
    ])
    const { body } = await upload(both)
    const served = await t.app.http.inject({ url: body.data.url, headers: { host: 'fox.example' } })
    expect(served.rawPayload.includes('polyglot')).toBe(false)
  })

  it('has at most 5 MB and a limited number of pixels', async () => {
    expect((await upload(Buffer.alloc(5_000_000))).body.message).toContain('Type is not valid')
    const tooLarge = await upload(Buffer.alloc(5_000_001))
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, 'Maximum allowed file size is 5mb'])
    const bomb = '<svg xmlns="http://www.w3.org/2000/svg" width="50000" height="50000"/>'
    expect((await upload(Buffer.from(bomb))).status).toBe(422)
  })
})
