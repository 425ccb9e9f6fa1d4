import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { run as showRun } from '#contract/activity/runs.ts'
import { writeTabValue } from '#web/lib/tab-storage.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { sampleRun } from '#web/testing/sample-run.ts'
import { show } from '#web/testing/show.tsx'
import { ListPartsContext } from '../lead-data/list-parts.ts'
import { NO_SELECTION } from '../lead-data/selection.ts'
import { useRequestedAction } from './use-requested-action.tsx'

const nothing = () => null
const PARTS = {
  Companies: nothing,
  LeadTexts: nothing,
  LeadScore: nothing,
  AfterTexts: nothing,
  RunWebsites: nothing,
}
const verification = sampleRun({ kind: 'verify', title: 'Verify emails: Dentists' })

function List() {
  const target = { id: 4, type: 'local' as const }
  const [pageNumber, setPage] = useState(1)
  const { banner } = useRequestedAction({
    target,
    filters: { page: pageNumber } as never,
    total: 200,
    selection: NO_SELECTION,
    onSelect: () => undefined,
  })
  return (
    <>
      {banner}
      <button type="button" onClick={() => setPage(pageNumber + 1)}>
        Next rows
      </button>
    </>
  )
}

/** A list that can be left and opened again. */
function Visits() {
  const [isOpen, setOpen] = useState(true)
  return (
    <ListPartsContext value={PARTS}>
      {isOpen && <List />}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Leave' : 'Return'}
      </button>
    </ListPartsContext>
  )
}

const leaveAndReturn = async () => {
  await userEvent.click(page.getByRole('button', { name: 'Leave' }))
  await userEvent.click(page.getByRole('button', { name: 'Return' }))
  await expect.element(page.getByRole('button', { name: 'Leave' })).toBeVisible()
}

test('the result of a run goes when it was read', async () => {
  fakeServer().answer(showRun, { data: verification({}) })
  writeTabValue('enrichment.4', { runId: 1, listId: 4 })
  await show(<Visits />)
  await expect.element(page.getByText('Verify emails: Dentists')).toBeVisible()
  await leaveAndReturn()
  expect(page.getByText('Verify emails: Dentists').elements()).toEqual([])
})

test('a run in progress is shown on every visit', async () => {
  fakeServer().answer(showRun, { data: verification({ state: 'running', done: 20 }) })
  writeTabValue('enrichment.4', { runId: 1, listId: 4 })
  await show(<Visits />)
  await expect.element(page.getByText('Verify emails: Dentists')).toBeVisible()
  await leaveAndReturn()
  await expect.element(page.getByText('Verify emails: Dentists')).toBeVisible()
  writeTabValue('enrichment.4', null)
})

test('the result of a run goes with the next rows, a run in progress stays', async () => {
  const server = fakeServer().answer(showRun, { data: verification({ state: 'running', done: 20 }) })
  writeTabValue('enrichment.4', { runId: 1, listId: 4 })
  await show(<Visits />)
  const title = page.getByText('Verify emails: Dentists')
  await expect.element(title).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Next rows' }))
  await expect.element(title).toBeVisible()
  server.answer(showRun, { data: verification({}) })
  await expect.element(page.getByRole('button', { name: 'Dismiss this result' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Next rows' }))
  await expect.poll(() => title.elements()).toEqual([])
})
