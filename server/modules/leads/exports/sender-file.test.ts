import { afterAll, beforeAll, expect, it } from 'vitest'
import { SENDERS, type SenderId } from '#contract/core/crms/index.ts'
import { download, exportList } from '#contract/core/files.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let list_id: number
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  await t.listen()
  user = await t.account()
  const states = ['valid', 'invalid', 'catch_all', 'risky', null, 'valid']
  const leads = states.map((email_state, n) => ({
    values: {
      name: `Ann Lee${n}`,
      email: `p${n}@fox.example`,
      email_state,
      company: 'Fox Ltd',
      position: 'CEO',
      ai_first_line: n === 0 ? 'Nice shop!' : null,
    },
  }))
  list_id = (await seedList(t, user, { type: 'people', leads })).id
  await t.call(addSuppressions, { body: { values: ['p5@fox.example'] } }, user)
})
afterAll(() => t.close())

async function file(body: object): Promise<string[]> {
  const made = await t.call(exportList, { body: { list_id, ...body } }, user)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  const ticket = made.body.data.url.split('/').at(-1) as string
  const got = await t.call(download, { params: { ticket } })
  return String(got.body).trim().split(/\r?\n/)
}

const HEADS: Record<SenderId, string[]> = {
  instantly: ['email', 'first_name', 'last_name', 'company_name', 'job_title', 'ai_first_line'],
  smartlead: ['email', 'first_name', 'last_name', 'company_name', 'ai_first_line'],
  lemlist: ['email', 'firstName', 'lastName', 'companyName', 'jobTitle', 'aiFirstLine'],
}

it.each(SENDERS)(
  'writes the form that %s imports, without leads that a hand-over refuses',
  async (sender) => {
    const [head = '', ...rows] = await file({ sender })
    for (const heading of HEADS[sender]) expect(head.split(',')).toContain(heading)
    expect(head).not.toMatch(/Source|Tags|email_state/i)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('p0@fox.example')
    expect(rows[0]).toContain('Nice shop!')
    const cells = head.split(',').indexOf(sender === 'lemlist' ? 'firstName' : 'first_name')
    expect(rows[0]?.split(',')[cells]).toBe('Ann')
    // Wider choices don’t open it for invalid ones.
    const wide = {
      sender,
      doubtful: ['accept_all', 'unknown'],
      email_states: ['invalid'],
      other_emails: 'empty',
    }
    expect((await file(wide)).slice(1).map((row) => /p\d/.exec(row)?.[0])).toEqual(['p0', 'p2', 'p4'])
  },
)

it('is a CSV only', async () => {
  const body = { list_id, sender: 'instantly' as const, format: 'xlsx' as const }
  expect((await t.call(exportList, { body }, user)).error?.fields).toEqual({
    format: 'Instantly imports CSV files',
  })
})
