import { afterAll, beforeAll, expect, it } from 'vitest'
import { erasePerson } from '#contract/privacy/suppression.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const EMAIL = 'anna.quill@whose.example'
const PHONE = '+4930901820'
const PROFILE = 'https://www.linkedin.com/in/anna-quill'
const ANNA = { name: 'Anna', email: EMAIL, phone: PHONE, linkedin_url: PROFILE }

it.each([
  ['people', 'email', { email: EMAIL }, true],
  ['people', 'profile', { profile: PROFILE }, true],
  ['local', 'email', { email: EMAIL }, false],
  ['local', 'profile', { profile: PROFILE }, false],
] as const)(
  "the phone of a lead in a list of %s, erased by %s, is the person's: %o %s",
  async (type, _by, body, isOwn) => {
    const user = await t.account()
    await seedList(t, user, { type, leads: [{ values: ANNA }] })
    const { run_id } = (await t.call(erasePerson, { body }, user)).body.data
    expect((await t.finished(run_id as number, user)).state).toBe('succeeded')
    // Erased values are refused, those of a business are not.
    const [stored] = (await seedList(t, user, { leads: [{ values: { name: 'Quill Ltd', phone: PHONE } }] }))
      .leadIds
    expect(stored === undefined).toBe(isOwn)
  },
)
