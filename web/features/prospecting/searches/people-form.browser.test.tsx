import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { checkDraft, emptyDraft, type SearchDraft } from './search-draft.ts'
import { SearchForm } from './search-form.tsx'

let last: SearchDraft

function Form() {
  const [draft, setDraft] = useState(emptyDraft('people'))
  last = draft
  return (
    <SearchForm
      draft={draft}
      onChange={setDraft}
      errors={{}}
      showAll={false}
      suggestedName="people"
      named={false}
    />
  )
}

test('the form has position, seniority, company, place, keywords and available contacts', async () => {
  await show(<Form />)
  expect(checkDraft(last).ok).toBe(false)
  await userEvent.fill(page.getByLabelText('Position'), 'CEO')
  await userEvent.fill(page.getByLabelText('Company'), 'Acme')
  await userEvent.fill(page.getByLabelText('Place'), 'Bavaria')
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
  await show(<Form />)
  await userEvent.click(page.getByLabelText('VP'))
  expect(checkDraft(last).ok).toBe(true)
})
