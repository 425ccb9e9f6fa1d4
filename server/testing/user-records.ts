import { type AiText, aiTexts, quoteAiText } from '#contract/ai/ai-text.ts'
import { createList } from '#contract/leads/lists.ts'
import { createAutopilot } from '#contract/prospecting/autopilots.ts'
import { quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { quoteWaterfall } from '#contract/prospecting/waterfalls.ts'
import { accountMakers } from './access-makers.ts'
import { aiMakers } from './access-makers-ai.ts'
import { createWorkMakers } from './access-makers-work.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates a user's records on first use. Quotes cover all leads of the list from `list` or `peopleList`, so that a
 * call can name both.
 */
export function createUserRecords(context: { t: TestApp; origin: string; user: TestUser; admin: TestUser }) {
  const { t, user } = context
  const work = createWorkMakers(() => ({ ...context, main: user }))
  const things = {
    ...work.makers,
    ...accountMakers(() => ({ t, main: user, customer: user })),
    ...aiMakers(() => ({ t, main: user })),
  }
  const all = { filters: {} }
  const search = { type: 'people' as const, search: { source: 'sample' }, limit: 1 }
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined
    return () => (made ??= make())
  }
  const makeList = async () => {
    const { list: id, ...leads } = await work.makeList()
    return { id, ...leads }
  }
  const list = once(makeList)
  const peopleList = once(async () => (await things.peopleList()).id)

  return {
    user,
    things,
    search,
    list,
    otherList: makeList,
    peopleList,
    text: once(async (): Promise<AiText> => {
      const run_id = await things.aiRun()
      return (await t.call(aiTexts, { query: { run_id } }, user)).body.data[0] as AiText
    }),
    /** A list with a run and an autopilot. */
    autopilotList: once(async () => {
      const { id } = (await t.call(createList, { body: { ...search, name: 'Searched' } }, user)).body.data
      await t.call(createAutopilot, { body: { list_id: id, every: 'day' } }, user)
      return id
    }),
    colleague: async () => (await t.member(user)).id,
    async searchQuote(list_id?: number) {
      const body = { ...search, ...(list_id && { list_id }) }
      return (await t.call(createQuote, { body }, user)).body.data.id
    },
    async textQuote() {
      const prompts = [{ prompt_type: 'summary' as const }]
      const body = { type: 'local' as const, list_id: (await list()).id, selection: all, prompts }
      return (await t.call(quoteAiText, { body }, user)).body.data.id
    },
    async enrichmentQuote(action: 'find-emails' | 'get-employees' | 'check-websites') {
      const body = { action, type: 'local' as const, list_id: (await list()).id, selection: all }
      return (await t.call(quoteEnrichment, { body }, user)).body.data.id
    },
    async waterfallQuote(want: 'email' | 'phone') {
      const place =
        want === 'phone'
          ? { type: 'people' as const, list_id: await peopleList() }
          : { type: 'local' as const, list_id: (await list()).id }
      return (await t.call(quoteWaterfall, { body: { want, ...place, selection: all } }, user)).body.data.id
    },
  }
}
export type UserRecords = ReturnType<typeof createUserRecords>
