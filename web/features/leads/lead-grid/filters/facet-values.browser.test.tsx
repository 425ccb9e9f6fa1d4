import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { show } from '#web/testing/show.tsx'
import { EMPTY_QUERY } from '../../lead-data/grid-query.ts'
import { FacetValues } from './facet-values.tsx'

const field = LIST_TYPES.local.fields.find((one) => one.facet)!
const part = (running: boolean) => (
  <FacetValues
    field={field}
    counted={[]}
    query={EMPTY_QUERY}
    onChange={() => {}}
    labelOf={(value) => value ?? ''}
    running={running}
  />
)

test('without values it says so, and while leads come in that values will', async () => {
  await show(part(false))
  await expect.element(page.getByText('No values')).toBeVisible()
  await show(part(true))
  await expect.element(page.getByText('Values appear as leads are added')).toBeVisible()
})
