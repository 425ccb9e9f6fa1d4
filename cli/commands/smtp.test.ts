import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let box: MailBox
let dns: FakeDns
let env: Record<string, string>
beforeAll(async () => {
  box = await startMailBox()
  dns = await startFakeDns()
  t = await testApp({
    roles: ['web'],
    dnsServers: dns.address,
    hostMap: `smtp.fox.example=127.0.0.1:${box.port}`,
  })
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  env = { LEADWRIGHT_URL: await t.listen(), LEADWRIGHT_TOKEN: reseller.token }
})
afterAll(async () => {
  await t?.close()
  await Promise.all([box?.close(), dns?.close()])
})

const cli = async (line: string) => {
  const { stdout, code } = await runCli([...line.split(' '), '--json'], { env })
  return { code, json: stdout ? JSON.parse(stdout) : null }
}
const SET = 'smtp set --host smtp.fox.example --port 2525 --from hello@fox.example --security none'

it('sets, tests, signs for and checks a mail server', async () => {
  expect(await cli(SET)).toMatchObject({ code: 0, json: { host: 'smtp.fox.example', has_password: false } })
  // This server accepts mail from signed-in clients only.
  expect(await cli('smtp test --to me@people.example')).toMatchObject({ code: 1, json: { accepted: false } })
  expect(await cli(`${SET} --user mailer --password wrong`)).toMatchObject({ code: 0 })
  const refused = await cli('smtp test --to me@people.example')
  expect(refused).toMatchObject({ code: 1, json: { accepted: false, reply: expect.stringContaining('535') } })

  const { json: key } = await cli('smtp dkim --domain fox.example')
  expect(key).toEqual({
    name: expect.stringMatching(/^m\d{8}\w{4}\._domainkey\.fox\.example$/),
    value: expect.stringMatching(/^v=DKIM1; k=rsa; p=/),
  })
  expect((await cli('smtp dkim --domain fox.example')).json).toEqual(key)
  dns.zones[key.name] = { txt: [key.value] }
  const { json: checks } = await cli('smtp check')
  expect(Object.keys(checks)).toEqual(['spf', 'dkim', 'dmarc', 'mx'])
  expect(checks.dkim).toMatchObject({ state: 'pass', advice: expect.any(String) })
  expect(checks.mx).toMatchObject({ state: 'missing', advice: expect.any(String) })
  expect((await cli(SET.replace('none', 'ssl'))).code).toBe(2)
})
