import { afterAll, beforeAll, expect, it } from 'vitest'
import { setAiLimits } from '#contract/ai/ai-limits.ts'
import { createFineTune } from '#contract/ai/ai-prompts.ts'
import { startAiText } from '#contract/ai/ai-text.ts'
import { createTrainingQa } from '#contract/ai/ai-training.ts'
import { saveOpenAiKey } from '#contract/ai/open-ai.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'

let fake: FakeOpenAi
let t: TestApp
let url: string
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await fake?.close()
})

/** Accessibility in light and dark. */
async function expectGood(page: WatchedPage['page']) {
  await expectAccessible(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page follows a moment later.
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    if (colorScheme === 'dark') await expectAccessible(page, 'colours')
  }
}

async function choose(page: WatchedPage['page'], name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

it('AI training: a question is edited, opened, deleted and restored, a file is renamed', async () => {
  const user = await t.account({ modules: ['leads', 'ai_suggest'] })
  const question = 'Do you deliver?'
  await t.call(createTrainingQa, { body: { question, answer: 'Every morning before six.' } }, user)
  const { page, faults, close } = await openPage(url, { as: user })
  const dialog = page.getByRole('dialog')
  await page.goto('/ai/training?tab=qa')
  await choose(page, question, 'Edit')
  await dialog.getByLabel('Answer').fill('Every morning before seven.')
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /before seven/ }).waitFor()
  await page.getByRole('button', { name: question, exact: true }).press('Enter')
  await dialog.getByText('Every morning before seven.').waitFor()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await choose(page, question, 'Delete')
  await page.getByText('No questions yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('row', { name: /before seven/ }).waitFor()

  await page.getByRole('link', { name: 'Files' }).press('Enter')
  const file = { name: 'Prices.txt', mimeType: 'text/plain', buffer: Buffer.from('A loaf costs two coins.') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('row', { name: /Prices TXT/ }).waitFor()
  await choose(page, 'Prices', 'Edit')
  await dialog.getByLabel('Title').fill('Price list')
  await expectGood(page)
  await dialog.getByLabel('Title').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Price list TXT/ }).waitFor()

  await page.getByRole('link', { name: 'Search', exact: true }).press('Enter')
  await page.getByLabel('Search all training').fill('coins')
  await page.getByRole('list', { name: 'Passages found' }).getByText('A loaf costs two coins.').waitFor()
  await expectGood(page)
  expect(faults).toEqual([])
  await close()
})

it('AI assistant: a text is rejected and rewritten, a prompt is deleted', async () => {
  const user = await t.account()
  const list = await seedList(t, user, {
    leads: [{ values: { name: 'Forge', category: 'Smithy', city: 'York' } }],
  })
  const prompts = [{ prompt_type: 'summary' as const }]
  const body = { selection: { resultIds: list.leadIds }, prompts }
  expect((await t.call(startAiText, { params: { type: 'local', id: list.id }, body }, user)).status).toBe(201)
  const prompt = { type: 'local', prompt_type: 'summary', name: 'Mine', text: 'Say what they do.' } as const
  await t.call(createFineTune, { body: { ...prompt, max_characters: 200, language: 'en' } }, user)
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 844 })
  const dialog = page.getByRole('dialog')
  await page.goto('/lead-search/ai-assistant?tab=review')
  await page.getByRole('button', { name: 'Forge', exact: true }).press('Enter')
  await dialog.getByText('Forge is listed as Smithy in York.').waitFor()
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('No texts to review').waitFor()
  await expectGood(page)
  await page.getByLabel('State').selectOption('Rejected')
  await page.getByRole('button', { name: 'Forge', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Write again' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByLabel('State').selectOption('To review')
  await page.getByRole('button', { name: 'Forge', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Accept' }).press('Enter')
  await page.getByText('No texts to review').waitFor()

  await page.getByRole('link', { name: 'Prompts' }).press('Enter')
  await choose(page, 'Mine', 'Delete')
  await dialog.getByText('Texts already written with it are kept.').waitFor()
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByText('Mine', { exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

it('OpenAI: the price with your own key is shown, and the key is deleted after confirmation', async () => {
  const user = await t.account()
  const key = { base_url: 'http://models.example/v1', model: FAKE_MODEL, key: FAKE_KEY }
  await t.call(saveOpenAiKey, { body: key }, user)
  const own = { credits_per_1000_tokens: null, own_key_credits_per_1000_tokens: 3, training_tokens: null }
  await t.call(setAiLimits, { params: { id: user.accountId }, body: own }, await t.admin())
  const { page, faults, close } = await openPage(url, { as: user })
  const dialog = page.getByRole('dialog')
  await page.goto('/integration/open-ai')
  await page.getByText('That costs 3 credits per 1,000 tokens.', { exact: false }).waitFor()
  await expectGood(page)
  await page.getByRole('button', { name: 'Delete key' }).press('Enter')
  await dialog.getByText('The key is permanently deleted.', { exact: false }).waitFor()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Delete key' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete key' }).press('Enter')
  await page.getByText('No AI model is connected', { exact: false }).waitFor()
  expect(faults).toEqual([])
  await close()
})
