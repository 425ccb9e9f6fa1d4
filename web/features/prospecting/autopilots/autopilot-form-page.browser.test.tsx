import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type List, lists } from '#contract/leads/lists.ts'
import { createAutopilot, nextAutopilotRuns, tryAutopilot } from '#contract/prospecting/autopilots.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AutopilotCreatePage } from './autopilot-form-page.tsx'

const list = (id: number, name: string, search: List['search']) =>
  ({ id, name, type: 'local', search }) as List
const FIGURES = {
  matched: 120,
  already_in_lists: 20,
  leads: { expected: 100, max: 100 },
  search_credits: { expected: 100, max: 100 },
  steps: [],
  credits: { expected: 100, max: 130 },
  available: 50,
  is_exhausted: false,
}

async function open() {
  const server = (await fakeServer().signIn())
    .answer(
      lists,
      pageOf([list(7, 'Bars of Leeds', { keywords: 'bar' }), list(8, 'Uploaded', null)]) as never,
    )
    .answer(nextAutopilotRuns, { data: { time_zone: 'UTC', next_runs: ['2026-01-05T09:00:00Z'] } })
  await show(<AutopilotCreatePage />)
  return server
}
const choice = page.getByPlaceholder('Choose a list')
const chooseList = async (name: string) => {
  await choice.click()
  await page.getByRole('option', { name }).click()
}
const create = page.getByRole('button', { name: 'Create autopilot' })
const dryRun = page.getByRole('button', { name: 'Start dry run' })

test('only a list that a search created can be chosen, and one has to be', async () => {
  const server = await open()
  await expect.element(dryRun).toBeDisabled()
  await create.click()
  await expect.element(page.getByText('Field is required')).toBeVisible()
  expect(server.sentTo(createAutopilot)).toEqual([])
  await choice.click()
  await expect.element(page.getByRole('option', { name: 'Bars of Leeds' })).toBeVisible()
  expect(page.getByRole('option', { name: 'Uploaded' }).elements()).toEqual([])
})

test('a weekly schedule is sent with its day, and the next runs follow it', async () => {
  const server = await open()
  server.answer(createAutopilot, { data: { id: 3 } } as never)
  await chooseList('Bars of Leeds')
  await page.getByRole('combobox', { name: 'How often' }).selectOptions('Every week')
  await page.getByRole('combobox', { name: 'Day' }).selectOptions('Friday')
  await page.getByRole('textbox', { name: 'Max new leads per run' }).fill('50')
  await expect
    .poll(() => server.sentTo(nextAutopilotRuns).at(-1)?.body)
    .toMatchObject({ every: 'week', weekday: 5, month_day: null })
  await expect.element(page.getByText(/Jan 5/)).toBeVisible()
  await expectAccessible()
  await create.click()
  await expect
    .poll(() => server.sentTo(createAutopilot).map(({ body }) => body))
    .toMatchObject([{ list_id: 7, every: 'week', weekday: 5, month_day: null, cap: 50, month_cap: null }])
})

test('a dry run shows what a run would find and cost; a failed one says why', async () => {
  const server = await open()
  await chooseList('Bars of Leeds')
  server.refuse(tryAutopilot, { code: 'conflict', message: 'The source of this search is paused' })
  await dryRun.click()
  await expect.element(page.getByText('The source of this search is paused')).toBeVisible()
  server.answer(tryAutopilot, { data: FIGURES })
  await dryRun.click()
  await expect.element(page.getByText('About 100, up to 130 credits')).toBeVisible()
  expect(server.sentTo(tryAutopilot).at(-1)?.body).toEqual({
    list_id: 7,
    cap: null,
    only_new: true,
    steps: [],
  })
  expect(server.sentTo(createAutopilot)).toEqual([])
})

test('a schedule that is refused keeps the form', async () => {
  const server = await open()
  server.refuse(createAutopilot, { code: 'conflict', message: 'This list has an autopilot already' })
  await chooseList('Bars of Leeds')
  await create.click()
  await expect.element(page.getByText('This list has an autopilot already')).toBeVisible()
  await expect.element(choice).toHaveValue('Bars of Leeds')
})
