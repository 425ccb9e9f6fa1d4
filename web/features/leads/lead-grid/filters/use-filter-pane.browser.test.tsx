import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#web/testing/show.tsx'
import { useFilterPane } from './use-filter-pane.ts'

function Where() {
  const { beside } = useFilterPane()
  return <p>{beside ? 'Filters beside the leads' : 'Filters in a drawer'}</p>
}

test('filters are beside the leads from 1200 px', async () => {
  await show(<Where />, { width: 1200 })
  await expect.element(page.getByText('Filters beside the leads')).toBeVisible()
  await show(<Where />, { width: 1199 })
  await expect.element(page.getByText('Filters in a drawer')).toBeVisible()
})
