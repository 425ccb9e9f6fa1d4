import { createFineTune, updateFineTune } from '#contract/ai/ai-prompts.ts'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import type { CallRecords } from './access-rules.ts'
import type { TestUser } from './factories.ts'
import { seedList } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

type Named = 'prompt' | 'changedPrompt' | 'aiRun' | 'aiText'
type Makers = { [Name in Named]: () => Promise<CallRecords[Name]> }

/** Creates records for calls of the AI assistant; `main` owns them. Makers only add records. */
export function aiMakers(context: () => { t: TestApp; main: TestUser }): Makers {
  async function makePrompt(): Promise<number> {
    const { t, main } = context()
    const content = { text: 'About {{ lead.name }}', max_characters: 200, language: 'en' as const }
    const body = { type: 'local' as const, prompt_type: 'summary' as const, name: 'Mine', is_shared: true }
    return (await t.call(createFineTune, { body: { ...body, ...content } }, main)).body.data.id as number
  }

  async function makeChanged(): Promise<number> {
    const { t, main } = context()
    const id = await makePrompt()
    const content = { text: 'On {{ lead.name }}', max_characters: 200, language: 'en' as const }
    const body = { ...content, name: 'Mine', is_shared: true, version: 1 }
    await t.call(updateFineTune, { params: { id }, body }, main)
    return id
  }

  async function makeRun(): Promise<number> {
    const { t, main } = context()
    const list = await seedList(t, main, { leads: [{ values: { name: 'Bakery', city: 'Leeds' } }] })
    const body = {
      selection: { resultIds: list.leadIds },
      prompts: [{ prompt_type: 'summary' as const }],
      provider: 'template' as const,
    }
    const { body: started } = await t.call(
      startAiText,
      { params: { type: 'local', id: list.id }, body },
      main,
    )
    const { id } = started.data.run
    // No worker runs here, so the row is inserted.
    const { pool } = t.app.database
    await pool.query("update run set state = 'succeeded', finished_at = now() where id = $1", [id])
    await pool.query(
      "update ai_text set state = 'written', review = 'open', text = 'Bakery is in Leeds.' where run_id = $1",
      [id],
    )
    return id
  }

  async function makeText(): Promise<number> {
    const { t, main } = context()
    const { body } = await t.call(aiTexts, { query: { run_id: await makeRun() } }, main)
    return body.data[0]?.id as number
  }

  return { prompt: makePrompt, changedPrompt: makeChanged, aiRun: makeRun, aiText: makeText }
}
