import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import {
  createFineTune,
  defaultQuestions,
  deleteFineTune,
  fineTunes,
  fineTuneVersions,
  generateFineTune,
  restoreFineTune,
  updateFineTune,
} from '#contract/ai/ai-prompts.ts'
import { quoteAiText, startAiText } from '#contract/ai/ai-text.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { leads as leadPage } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
})
afterAll(() => t?.close())

type Draft = CallInput<typeof createFineTune>['body']
const draft = (more: Partial<Draft> = {}): Draft => ({
  type: 'people',
  prompt_type: 'first_line',
  name: 'Friendly',
  max_characters: 200,
  language: 'en',
  text: 'Greet {{ lead.name }} of {{ lead.company }}.',
  ...more,
})
const make = (more?: Partial<Draft>, as = user) => t.call(createFineTune, { body: draft(more) }, as)

describe('prompts', () => {
  it('has seven defaults per list type, with the variables a prompt may use', async () => {
    const { data, variables } = (await t.call(defaultQuestions, {}, user)).body
    for (const type of ['people', 'local', 'influencer'] as const) {
      expect(data.filter((item) => item.type === type).map(({ prompt_type }) => prompt_type)).toEqual(
        PROMPT_TYPES,
      )
      const known = new Set(variables[type].map(({ name }) => name))
      for (const { text } of data.filter((item) => item.type === type))
        for (const [, name] of text.matchAll(/\{\{ ([\w.]+) \}\}/g)) expect(known).toContain(name)
    }
    const shown = await t.call(fineTunes, { query: { type: 'local', show_default: true } }, user)
    expect(shown.body.data.filter(({ is_default }) => is_default)).toHaveLength(7)
  })

  it.each([
    ['{{ lead.salary }}', 'lead.salary'],
    ['{% if accounts %}{{ accounts }}{% endif %}', 'accounts'],
    ['{% for n in (1..300) %}{{ lead.name }}{% endfor %}', 'text'],
    ['{% tablerow n in (1..300) %}x{% endtablerow %}', 'text'],
    ['{{ business.password }}', 'business.password'],
    ['{{ lead.name | shout }}', 'text'],
    ['{{ lead.name', 'text'],
    ["{% include 'secrets' %}", 'text'],
  ])('refuses %s by name', async (text, named) => {
    const answer = await make({ text })
    expect(answer.status).toBe(422)
    expect(answer.error?.fields?.text).toContain(named)
  })

  it('keeps every version, and restores one as a new version', async () => {
    const { id } = (await make()).body.data
    const params = { id: id as number }
    const save = (text: string, version: number) =>
      t.call(
        updateFineTune,
        { params, body: { name: 'Friendly', text, max_characters: 200, language: 'en', version } },
        user,
      )
    expect((await save('Say hello to {{ lead.name }}.', 1)).body.data.version).toBe(2)
    expect((await save('Too late', 1)).status).toBe(409)
    expect((await save('Say hello to {{ lead.name }}.', 2)).body.data.version).toBe(2)
    const back = await t.call(restoreFineTune, { params, body: { version: 1 } }, user)
    expect(back.body.data).toMatchObject({ version: 3, text: draft().text })
    const versions = (await t.call(fineTuneVersions, { params }, user)).body.data
    expect(versions.map(({ version, text }) => [version, text])).toEqual([
      [3, draft().text],
      [2, 'Say hello to {{ lead.name }}.'],
      [1, draft().text],
    ])
    expect((await t.call(restoreFineTune, { params, body: { version: 3 } }, user)).status).toBe(409)
    await t.call(deleteFineTune, { params }, user)
    expect((await t.call(fineTuneVersions, { params }, user)).status).toBe(404)
  })

  it('is visible to the team once shared', async () => {
    const other = await t.member(user)
    const { id } = (await make({ name: 'Private' })).body.data
    const seen = async () =>
      (await t.call(fineTunes, { query: {} }, other)).body.data.some((item) => item.id === id)
    expect(await seen()).toBe(false)
    const body = { ...draft({ name: 'Private' }), is_shared: true, version: 1 }
    const { type: _type, prompt_type: _promptType, ...changed } = body
    await t.call(updateFineTune, { params: { id: id as number }, body: changed }, user)
    expect(await seen()).toBe(true)
  })

  it('fills its own field', async () => {
    const field = (await t.call(createCustomField, { body: { label: 'Icebreaker' } }, user)).body.data
    expect((await make({ field: 'cf_none' })).status).toBe(422)
    const { data: prompt } = (await make({ field: field.name })).body
    const list = await seedList(t, user, {
      type: 'people',
      leads: [{ values: { name: 'Ann Lee', position: 'Baker', company: 'Acme' } }],
    })
    const choice = { prompt_type: 'first_line' as const, fine_tune_id: prompt.id }
    const body = { selection: { filters: {} }, prompts: [choice], review: false }
    const { run } = (await t.call(startAiText, { params: { type: 'people', id: list.id }, body }, user)).body
      .data
    await t.finished(run.id, user)
    const rows = (await t.call(leadPage, { params: { type: 'people', id: list.id }, body: {} }, user)).body
      .data
    expect(rows[0]?.values[field.name]).toBe('I came across your profile: Baker at Acme.')
    expect(rows[0]?.values.ai_first_line).toBeUndefined()
  })

  it('accepts `industry` for business lists wherever a type is given', async () => {
    // The client's types are narrower than the endpoint.
    const type = 'industry' as unknown as 'local'
    const { data: made } = (await make({ type, name: 'For places', text: 'Greet {{ lead.name }}.' })).body
    expect(made.type).toBe('local')
    const { data } = (await t.call(fineTunes, { query: { type } }, user)).body
    expect(data.map(({ type, id }) => [type, id])).toContainEqual(['local', made.id])
    const body = { type, prompt_type: 'direct' as const }
    expect((await t.call(generateFineTune, { body }, user)).status).toBe(200)
    const list = await seedList(t, user, { leads: [{ values: { name: 'Acorn Bakery' } }] })
    const request = { selection: { filters: {} }, prompts: [{ prompt_type: 'summary' as const }] }
    const quoted = { type, list_id: list.id, ...request }
    expect((await t.call(quoteAiText, { body: quoted }, user)).status).toBe(201)
    const started = await t.call(
      startAiText,
      { params: { type, id: list.id }, body: { ...request, preview: true } },
      user,
    )
    expect(started.status, JSON.stringify(started.error)).toBe(201)
    await t.finished(started.body.data.run.id, user)
  })

  it('is drafted from the business profile without a model', async () => {
    const body = {
      type: 'people' as const,
      prompt_type: 'direct' as const,
      instructions: 'Mention {{ lead.salary }}',
    }
    const answer = await t.call(generateFineTune, { body }, user)
    const { data } = answer.body
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(data).toMatchObject({
      provider: 'template',
      text: expect.stringContaining('Also: Mention lead.salary'),
    })
    expect((await make({ text: data.text, prompt_type: 'direct' })).status).toBe(201)
  })
})
