import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find } from '#contract/core/find.ts'
import { deleteLeads } from '#contract/leads/leads.ts'
import { archiveList, deleteList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let main: TestUser
beforeAll(async () => {
  t = await testApp()
  main = await t.account({ modules: ['leads', 'ai_suggest'] })
})
afterAll(() => t.close())

const search = async (q: string, user: TestUser = main) => {
  const { status, body } = await t.call(find, { query: { q } }, user)
  expect(status).toBe(200)
  return body.data
}
const titles = async (q: string, user?: TestUser) => (await search(q, user)).leads.map(({ title }) => title)

describe('results', () => {
  it('list lists by every word of their name, prefix matches first and archived last', async () => {
    const names = ['Old Oslo bakers', 'Bakers of Oslo', 'Bakers of Bergen', 'Bakers, Oslo, archived']
    const made = await Promise.all(names.map((name) => seedList(t, main, { name })))
    await t.call(archiveList, { params: { id: made[3]?.id as number } }, main)
    const found = (await search('OSLO bakers')).lists
    expect(new Set(found.slice(0, 2).map(({ name }) => name))).toEqual(new Set(names.slice(0, 2)))
    expect(found.at(-1)).toMatchObject({ name: names[3], is_archived: true, total: 0, type: 'local' })
    expect(
      (await search('bakers of')).lists
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Bakers of Bergen', 'Bakers of Oslo'])
  })

  it('list leads by name, company, email and domain, with the matching value', async () => {
    const { id, leadIds } = await seedList(t, main, {
      name: 'Finding',
      leads: [
        { values: { name: 'Quokka Lab', domain: 'quokka.example', email: 'hi@quokka.example' } },
        { values: { name: 'Ann Lee', company: 'Wombat Works' } },
        { values: { domain: 'numbat.example' } },
        { values: { name: 'New Quokka' } },
        { values: { name: 'Jan Nowak', company: 'Łódź Großhandel' } },
      ],
    })
    expect(await titles('quokka')).toEqual(['Quokka Lab', 'New Quokka'])
    expect((await search('wombat')).leads).toEqual([
      {
        id: leadIds[1],
        list_id: id,
        type: 'local',
        list_name: 'Finding',
        title: 'Ann Lee',
        matched: 'Wombat Works',
      },
    ])
    expect((await search('hi@quokka')).leads).toMatchObject([
      { title: 'Quokka Lab', matched: 'hi@quokka.example' },
    ])
    for (const word of ['lodz', 'grosshandel'])
      expect((await search(word)).leads).toMatchObject([{ title: 'Jan Nowak', matched: 'Łódź Großhandel' }])
    expect((await search('numbat')).leads).toMatchObject([{ title: 'numbat.example', matched: null }])
    expect(await titles('lab quokka')).toEqual(['Quokka Lab'])
    expect(await titles('qu')).toContain('Quokka Lab')
    expect(await titles('uo')).toEqual([])
  })

  it('list a business of several lists once, and nothing from the trash', async () => {
    const { id, leadIds } = await seedList(t, main, {
      leads: [{ values: { name: 'Dingo One' } }, { values: { name: 'Dingo Two' } }],
    })
    const { db } = t.app.database
    const other = await seedList(t, main, { leads: [{ values: { name: 'Dingo One' } }] })
    const { entity_id } = await db
      .selectFrom('lead')
      .select('entity_id')
      .where('id', '=', leadIds[0] as number)
      .executeTakeFirstOrThrow()
    await db.updateTable('lead').set({ entity_id }).where('list_id', '=', other.id).execute()
    expect(await titles('dingo')).toEqual(expect.arrayContaining(['Dingo One', 'Dingo Two']))
    expect(await titles('dingo')).toHaveLength(2)
    const body = { resultIds: [leadIds[1] as number] }
    await t.call(deleteLeads, { params: { type: 'local', id }, body: body as never }, main)
    await t.call(deleteList, { params: { id: other.id } }, main)
    expect(await titles('dingo')).toEqual(['Dingo One'])
  })

  it('treat wildcards as literal characters', async () => {
    await seedList(t, main, { leads: [{ values: { name: '100% Fun_Co' } }] })
    expect(await titles('100%')).toEqual(['100% Fun_Co'])
    expect(await titles('fun_')).toEqual(['100% Fun_Co'])
    expect(await titles('0%_f')).toEqual([])
  })
})

describe('access', () => {
  it('to members needs team rights, to lists and leads the module, and never crosses accounts', async () => {
    const owner = await t.account({ modules: ['leads', 'ai_suggest'] })
    const member = await t.member(owner)
    const limited = await t.member(owner, { grantedModules: ['ai_suggest'] })
    const other = await t.account()
    await seedList(t, owner, { name: 'Zebra list', leads: [{ values: { name: 'Zebra Ltd' } }] })
    const counts = async (q: string, user: TestUser) =>
      Object.values(await search(q, user)).map((hits) => hits.length)
    expect(await Promise.all([owner, member, limited, other].map((user) => counts('zebra', user)))).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect((await search(member.email, owner)).members).toMatchObject([
      { id: member.id, email: member.email },
    ])
    expect((await search(owner.email, member)).members).toEqual([])
    expect((await search(owner.email, other)).members).toEqual([])
    expect((await t.call(find, { query: { q: 'zebra' } })).status).toBe(401)
    expect((await t.call(find, { query: { q: 'z' } }, owner)).status).toBe(422)
  })
})
