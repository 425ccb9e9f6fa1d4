import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, setSalesSettings } from '#contract/accounts/plans.ts'
import { salesPage } from '#contract/accounts/sales.ts'
import { register } from '#contract/identity/auth.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
})
afterAll(() => t.close())

describe('a public package of the platform for 0', () => {
  let people = 0
  it.each([
    ['is free for everybody', { modules: ['leads'] }, 200],
    ['with White Label is requested', { modules: ['leads', 'whitelabel'] }, 409],
    ['with a set-up price is paid', { modules: ['leads'], set_up_minor: 100 }, 409],
  ] as const)('%s', async (name, terms, status) => {
    const body = { name, credits: 10, price_minor: 0, currency: 'USD', period: 'month', ...terms } as const
    const made = await t.call(createPackage, { body: { ...body, modules: [...terms.modules] } }, admin)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    const params = { id: made.body.data.id as number }
    const published = await t.call(setSalesSettings, { params, body: { is_public: true } }, admin)
    expect(published.status, JSON.stringify(published.error)).toBe(200)
    const page = await t.call(salesPage, { params })
    expect(page.body.data.sign_up).toBe(status === 200)
    people += 1
    const person = {
      first_name: 'Bea',
      email: `bea${people}@people.example`,
      password: 'correct horse battery',
    }
    const answer = await t.call(register, { body: { ...person, package_id: params.id } })
    expect(answer.status).toBe(status)
  })
})
