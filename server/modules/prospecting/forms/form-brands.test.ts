import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createForm } from '#contract/prospecting/forms.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({
    roles: ['web'],
    publicUrl: 'https://app.platform.example',
    whiteLabelSuiteDomain: 'suite.example',
  })
})
afterAll(() => t.close())

async function aReseller(brand_name: string, domain: string): Promise<TestUser> {
  const owner = await t.account()
  const body = { owner_email: owner.email, brand_name, domain }
  expect((await t.call(createReseller, { body }, await t.admin())).status).toBe(201)
  return owner
}
async function formOf(user: TestUser) {
  const { id } = await seedList(t, user)
  const fields = [{ field: 'email', label: 'Email', required: true }]
  return (await t.call(createForm, { body: { name: 'Contact us', list_id: id, fields } }, user)).body.data
}
const visit = async (host: string, key: string, method: 'GET' | 'POST' = 'GET') => {
  const answer = await t.app.http.inject({
    method,
    url: `/forms/${key}`,
    headers: {
      host,
      accept: 'text/html',
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: 'field.email=a%40b.example' }),
  })
  return { status: answer.statusCode, text: answer.body }
}

it('is found on Hosts of its brand only, for customers too, and names no other brand', async () => {
  const fox = await aReseller('Fox Leads', 'fox.example')
  await aReseller('Oak Leads', 'oak.example')
  const customer = await t.account({ parent: fox })
  const [own, customers, platforms] = [
    await formOf(fox),
    await formOf(customer),
    await formOf(await t.admin()),
  ]
  expect(own.address).toMatch(/^https:\/\/(fox|suite)\.example\/forms\//)
  for (const { key } of [own, customers]) {
    const page = await visit('fox.example', key)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Fox Leads')
    expect(page.text).not.toMatch(/leadwright|Oak/i)
    for (const host of ['oak.example', 'app.platform.example'])
      for (const method of ['GET', 'POST'] as const) {
        const other = await visit(host, key, method)
        expect([host, method, other.status]).toEqual([host, method, 404])
        expect(other.text).not.toMatch(/Fox/)
      }
  }
  expect((await visit('app.platform.example', platforms.key)).status).toBe(200)
  expect((await visit('fox.example', platforms.key)).status).toBe(404)
})
