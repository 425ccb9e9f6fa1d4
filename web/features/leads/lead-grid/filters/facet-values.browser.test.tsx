import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { show } from '#web/testing/show.tsx'
import { EMPTY_QUERY } from '../../lead-data/grid-query.ts'
import { FacetValues } from './facet-values.tsx'

const field = LIST_TYPES.local.fields.find((entry) => entry.facet)!
const part = (running: boolean) => (
  <FacetValues
    field={field}
    counted={[]}
    query={EMPTY_QUERY}
    onChange={() => {}}
    formatLabel={(value) => value ?? ''}
    running={running}
  />
)

test('shows an empty state without values, and a different one while leads are arriving', async () => {
  await show(part(false))
  await expect.element(page.getByText('No values')).toBeVisible()
  await show(part(true))
  await expect.element(page.getByText('Values appear as leads are added')).toBeVisible()
})
