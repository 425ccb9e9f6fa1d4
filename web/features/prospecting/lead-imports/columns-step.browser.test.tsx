import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { customFields } from '#contract/leads/custom-fields.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { show } from '#web/testing/show.tsx'
import { ColumnsStep } from './columns-step.tsx'
import type { LeadImport } from './use-lead-import.ts'

/** An import whose file has this many columns, with what it was told about their targets. */
function importOf(count: number) {
  const columns = Array.from({ length: count }, (_, at) => ({
    name: `Column ${at + 1}`,
    samples: ['a'],
    target: at === 0 ? { field: 'name' } : null,
    reason: 'No field has this name',
  }))
  let mapping: ImportMapping = Object.fromEntries(columns.map(({ name, target }) => [name, target]))
  const state = {
    type: 'people',
    inspected: {
      data: { data: { format: 'csv', encoding: 'utf-8', sheet: null, remembered: false, columns } },
    },
    encoding: '',
    country: '',
    mapping,
    makesFields: false,
    setMapping: (edit: (now: ImportMapping) => ImportMapping) => {
      mapping = edit(mapping)
    },
  }
  return { state: state as unknown as LeadImport, targetOf: (name: string) => mapping[name] }
}

test('a file of 131 columns holds no options in the page but those of the open select', async () => {
  const server = await fakeServer().signIn()
  server.answer(customFields, { data: [] })
  const { state, targetOf } = importOf(131)
  await show(<ColumnsStep state={state} />)
  await expect.element(page.getByRole('combobox', { name: 'Column 131 becomes' })).toBeVisible()
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(0)
  await page.getByRole('combobox', { name: 'Column 2 becomes' }).click()
  await page.getByRole('option', { name: 'Company', exact: true }).click()
  expect(targetOf('Column 2')).toEqual({ field: 'company' })
})
