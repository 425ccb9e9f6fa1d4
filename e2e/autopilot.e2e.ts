import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLabel } from '#contract/leads/labels.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let bench: AutopilotBench
let url: string
let user: TestUser
let list: Awaited<ReturnType<AutopilotBench['growing']>>
beforeAll(async () => {
  bench = await autopilotBench()
  url = await listen(bench.t)
  user = await bench.t.account({ credits: 200 })
  await bench.t.call(createLabel, { body: { name: 'Fresh' } }, user)
  list = await bench.growing(user, 3)
})
afterAll(async () => {
  await closeProfiles(url)
  await bench?.t.close()
})

it('schedules the search of a list, dry-runs it, runs it, pauses it and edits it', async () => {
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByText('3 leads').first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Set up autopilot/ }).click()

  // The list is preselected, and the next runs follow the schedule.
  await page.getByRole('heading', { name: 'New autopilot search' }).waitFor()
  await page.getByLabel('How often').selectOption('week')
  await page.getByLabel('Day', { exact: true }).selectOption('1')
  await page.getByLabel('At', { exact: true }).fill('07:30')
  await page.getByLabel('Max new leads per run').fill('4')
  await page.getByRole('region', { name: 'Next runs' }).getByText(/Mon/).first().waitFor()
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'Add a label' }).click()
  await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Fresh' })
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'Send a summary by email' }).click()
  list.grow(5)
  await page.getByRole('button', { name: 'Start dry run' }).click()
  await page.getByText('Already in your lists').waitFor()
  await page.getByRole('region', { name: 'Dry run' }).getByText('4 credits').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create autopilot' }).click()

  // Its drawer is open over the list.
  const drawer = page.getByRole('dialog', { name: 'Autopilot' })
  await drawer.getByText('No runs yet').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await page.getByText('4 new leads, 4 credits').first().waitFor()
  await page.getByText('4 new leads, 4 credits').first().click()
  await drawer.getByText('Add a label: done, 4 leads').waitFor()
  await drawer.getByRole('slider', { name: /New leads and credits of each run/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByRole('cell', { name: 'Paused' }).waitFor()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await page.getByRole('cell', { name: 'Active' }).waitFor()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('How often').selectOption('day')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await drawer.getByText(/Every day at 07:30/).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('No autopilots yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Every day at 07:30').first().waitFor()
  expect(faults).toEqual([])
  await close()
})

it('explains on a phone why an autopilot paused', async () => {
  const other = await bench.growing(user, 2)
  const body = { list_id: other.id, every: 'day', at: '09:00', time_zone: 'UTC', empty_limit: 1 } as const
  const one = await bench.made(user, { ...body, name: 'Nothing left' })
  bench.later(24)
  await bench.settled(user, one.id)
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 844 })
  await page.goto('/lead-search/autopilot')
  await page.getByText('Paused: nothing new').waitFor()
  await expectAccessible(page)
  await page.getByText('Nothing left').first().click()
  const drawer = page.getByRole('dialog', { name: 'Autopilot' })
  await drawer.getByText('No new leads in the last run', { exact: false }).waitFor()
  await expectAccessible(page)
  await visit(page, `/autopilot/local-${one.id}/edit`)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
