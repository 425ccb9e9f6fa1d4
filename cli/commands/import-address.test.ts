import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
})
afterAll(() => t.close())

it('makes an import address, shows its columns and deliveries, and turns it off', async () => {
  const user = await t.account()
  const id = String((await seedList(t, user, { type: 'people' })).id)
  const cli = async (...line: string[]) => {
    const { stdout, stderr, code } = await runCli(['lists', ...line, '--json'], {
      env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token },
    })
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  expect(await cli('import-address', id)).toMatchObject({ is_on: false, columns: [] })
  const made = await cli('import-address', id, '--renew')
  expect(made).toMatchObject({ address: expect.stringMatching(/\/api\/in\/in_/), secret: null })
  const url = `${origin}/api/in/${made.address.split('/').at(-1)}`
  const sent = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Name: 'Anna Quill', Email: 'anna@quill.example' }),
  })
  expect(sent.status).toBe(200)
  expect(await cli('import-address', id)).toMatchObject({
    is_on: true,
    columns: [{ name: 'Email' }, { name: 'Name' }],
  })
  expect((await cli('import-deliveries', id)).data).toMatchObject([{ state: 'accepted', added: 1 }])
  expect((await cli('import-address', id, '--renew', '--signed')).secret).toMatch(/^whsec_/)
  expect(await cli('import-address', id, '--off')).toEqual({ list_id: Number(id), is_on: false })
  const text = await runCli(['lists', 'import-address', id], {
    env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token },
  })
  expect(text.stdout).toContain('email (proposed)')
  const wrong = await runCli(['lists', 'import-address', id, '--renew', '--off'], {
    env: { LEADWRIGHT_URL: origin },
  })
  expect(wrong.code).toBe(2)
})
