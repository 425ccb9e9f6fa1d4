import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateSite } from '#contract/branding/site.ts'
import { checklist, dismissChecklist, enableSecondFactor, startSecondFactor } from '#contract/identity/me.ts'
import { createList } from '#contract/leads/lists.ts'
import { appCode, stepAt } from '#server/testing/authenticator.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const shown = async (user: TestUser) => {
  const { status, body } = await t.call(checklist, {}, user)
  expect(status).toBe(200)
  return body.data
}
const steps = async (user: TestUser) =>
  Object.fromEntries((await shown(user)).steps.map(({ id, done }) => [id, done]))

async function search(user: TestUser, body: object) {
  const { status, body: made } = await t.call(
    createList,
    { body: { name: 'First', type: 'local', limit: 2, ...body } as never },
    user,
  )
  expect(status).toBe(201)
  return t.finished(made.data.run.id, user)
}

async function invite(user: TestUser, email: string, more: { expires?: string; withdrawn?: boolean } = {}) {
  await sql`
    insert into invitation (account_id, realm_id, email, role, invited_by, expires_at, withdrawn_at)
    select account_id, realm_id, ${email}, 'related', id, now() + ${more.expires ?? '1 day'}::interval,
      case when ${more.withdrawn ?? false} then now() end
    from app_user where id = ${user.id}
  `.execute(t.app.database.db)
}

describe('the first steps', () => {
  it('are all open in a new account, in order', async () => {
    expect(await shown(await t.account())).toEqual({
      steps: [
        { id: 'confirm_email', done: false },
        { id: 'try_sample', done: false },
        { id: 'first_search', done: false },
        { id: 'second_factor', done: false },
        { id: 'invite_team', done: false },
      ],
      dismissed: false,
    })
  })

  it('leave out what a person may not do', async () => {
    const main = await t.account({ modules: ['leads', 'ai_suggest'] })
    const member = await t.member(main)
    const limited = await t.member(main, { grantedModules: ['ai_suggest'] })
    const without = await t.account({ modules: ['ai_suggest'] })
    const seen = await Promise.all([member, limited, without].map(steps))
    expect(seen.map((found) => Object.keys(found))).toEqual([
      ['confirm_email', 'try_sample', 'first_search', 'second_factor'],
      ['confirm_email', 'second_factor'],
      ['confirm_email', 'second_factor', 'invite_team'],
    ])
  })

  it('include a verified address', async () => {
    const user = await t.account()
    const { db } = t.app.database
    await db
      .updateTable('app_user')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('id', '=', user.id)
      .execute()
    expect(await steps(user)).toMatchObject({ confirm_email: true })
  })

  it('include a search of sample data by anybody in the account', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const other = await t.account()
    await search(member, { search: { source: 'sample' } })
    expect(await steps(main)).toMatchObject({ try_sample: true, first_search: true })
    expect(await steps(other)).toMatchObject({ try_sample: false, first_search: false })
  })

  it('include a finished search, whatever it found', async () => {
    const user = await t.account()
    await t.places('checklist', [{ name: 'Found by its name' }])
    expect(await steps(user)).toMatchObject({ first_search: false })
    const empty = await search(user, { search: { keywords: 'nothing is called so' } })
    expect(empty.counts.delivered).toBe(0)
    expect(await steps(user)).toMatchObject({ try_sample: false, first_search: true })
  })

  it('include two-factor authentication once its first code was entered', async () => {
    const user = await t.account()
    const started = await t.call(startSecondFactor, { body: { password: user.password } }, user)
    expect(await steps(user)).toMatchObject({ second_factor: false })
    const code = appCode(started.body.data.secret, stepAt())
    expect((await t.call(enableSecondFactor, { body: { code } }, user)).status).toBe(200)
    expect(await steps(user)).toMatchObject({ second_factor: true })
  })

  it('include another user, unless removed', async () => {
    const main = await t.account()
    const member = await t.member(main)
    expect(await steps(main)).toMatchObject({ invite_team: true })
    const { db } = t.app.database
    await db.updateTable('app_user').set({ state: 'removed' }).where('id', '=', member.id).execute()
    expect(await steps(main)).toMatchObject({ invite_team: false })
  })

  it('include an open invitation, and no other', async () => {
    const main = await t.account()
    await invite(main, 'late@test.example', { expires: '-1 day' })
    await invite(main, 'back@test.example', { withdrawn: true })
    await invite(await t.account(), 'elsewhere@test.example')
    expect(await steps(main)).toMatchObject({ invite_team: false })
    await invite(main, 'open@test.example')
    expect(await steps(main)).toMatchObject({ invite_team: true })
  })
})

describe('setting up the installation', () => {
  it('is for administrators, and sample data does not count as places', async () => {
    const own = await testApp()
    const admin = await own.admin()
    const done = async () => {
      const { body } = await own.call(checklist, {}, admin)
      return Object.fromEntries(body.data.steps.map(({ id, done }) => [id, done]))
    }
    expect(await done()).toEqual({
      load_corpus: false,
      set_up_mail: false,
      set_brand: false,
      confirm_email: true,
      try_sample: false,
      first_search: false,
      second_factor: false,
      invite_team: false,
    })
    await own.call(updateSite, { body: { name: 'Acorn' } }, admin)
    expect(await done()).toMatchObject({ load_corpus: false, set_brand: true })
    const body = { name: 'Try', type: 'local', limit: 2, search: { source: 'sample' } } as const
    await own.finished((await own.call(createList, { body }, admin)).body.data.run.id, admin)
    expect(await done()).toMatchObject({ load_corpus: false, try_sample: true, first_search: true })
    await own.close()
  })

  it('includes places of any source', async () => {
    const own = await testApp()
    const admin = await own.admin()
    await own.places('Sample file', [{ name: 'One' }])
    const { body } = await own.call(checklist, {}, admin)
    expect(body.data.steps[0]).toEqual({ id: 'load_corpus', done: true })
    await own.close()
  })
})

describe('closing the list', () => {
  it('is per person and can be undone', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const closed = await t.call(dismissChecklist, { body: {} }, main)
    expect([closed.status, closed.body.data.dismissed]).toEqual([200, true])
    expect(closed.body.data.steps).toHaveLength(5)
    expect([(await shown(main)).dismissed, (await shown(member)).dismissed]).toEqual([true, false])
    const back = await t.call(dismissChecklist, { body: { dismissed: false } }, main)
    expect([back.body.data.dismissed, (await shown(main)).dismissed]).toEqual([false, false])
  })

  it('requires a sign-in', async () => {
    expect((await t.call(checklist, {})).status).toBe(401)
    expect((await t.call(dismissChecklist, { body: {} })).status).toBe(401)
  })
})
