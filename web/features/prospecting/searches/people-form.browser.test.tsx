import { Button } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { checkDraft, emptyDraft, type SearchDraft, setValue } from './search-draft.ts'
import { SearchForm } from './search-form.tsx'

let last: SearchDraft

function Form() {
  const [draft, setDraft] = useState(emptyDraft('people'))
  last = draft
  return (
    <>
      <SearchForm
        draft={draft}
        onChange={setDraft}
        errors={{}}
        showAll={false}
        suggestedName="people"
        named={false}
      />
      <Button onClick={() => setDraft(setValue(draft, 'company', 'Acme'))}>A sentence fills in</Button>
    </>
  )
}

function Visits() {
  const [visit, setVisit] = useState(0)
  return (
    <>
      <Form key={visit} />
      <Button onClick={() => setVisit(visit + 1)}>Leave and return</Button>
    </>
  )
}

test('the form starts with what, where and how many; the rest is open as it was left', async () => {
  fakeServer()
  await show(<Visits />)
  for (const label of ['Position', 'Place', 'How many'])
    await expect.element(page.getByLabelText(label)).toBeVisible()
  expect(page.getByLabelText('Company', { exact: true }).elements()).toEqual([])
  expect(page.getByLabelText('List name').elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'More filters' }))
  await expect.element(page.getByLabelText('Company', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Leave and return' }))
  await expect.element(page.getByLabelText('Company', { exact: true })).toBeVisible()
})

test('a used filter is shown, whoever filled it in', async () => {
  fakeServer()
  await show(<Form />)
  await userEvent.click(page.getByRole('button', { name: 'A sentence fills in' }))
  await expect.element(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible()
  await expect.element(page.getByLabelText('Company', { exact: true })).toHaveValue('Acme')
  await expect.element(page.getByLabelText('List name')).toBeVisible()
})

test('the form has position, seniority, company, place, keywords and available contacts', async () => {
  fakeServer()
  await show(<Form />)
  await userEvent.click(page.getByRole('button', { name: 'More filters' }))
  expect(checkDraft(last).ok).toBe(false)
  await userEvent.fill(page.getByLabelText('Position'), 'CEO')
  await userEvent.fill(page.getByLabelText('Company', { exact: true }), 'Acme')
  await userEvent.fill(page.getByLabelText('Place', { exact: true }), 'Bavaria')
  await userEvent.click(page.getByLabelText('C-level'))
  await userEvent.click(page.getByLabelText('LinkedIn'))
  expect(checkDraft(last)).toEqual({
    ok: true,
    search: {
      source: 'corpus',
      position: 'CEO',
      company: 'Acme',
      company_size: [],
      department: [],
      exact_title: false,
      place: 'Bavaria',
      seniority: ['c_level'],
      has: ['linkedin'],
    },
  })
  await expectAccessible()
})

test('a seniority alone is enough to search', async () => {
  fakeServer()
  await show(<Form />)
  await userEvent.click(page.getByRole('button', { name: 'More filters' }))
  await userEvent.click(page.getByLabelText('VP'))
  expect(checkDraft(last).ok).toBe(true)
})
