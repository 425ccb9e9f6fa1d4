import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead, LeadDetail } from '#contract/leads/leads.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CellOffers } from '../lead-actions/cell-offers.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadTools } from './lead-tools.tsx'
import { LeadValues } from './lead-values.tsx'

const TARGET = { type: 'local', id: 12 } as const
const nothing = () => {}

const corpus = {
  source: 'Open data',
  url: null,
  method: 'open data import',
  confidence: 0.8,
  observed_at: '2026-09-12T08:00:00Z',
  licence: 'CC0',
  record: '7',
}
const contact = {
  source: 'website',
  url: 'https://acme.example/contact',
  method: 'mailto',
  confidence: 0.95,
  observed_at: '2026-09-14T08:00:00Z',
  licence: null,
  record: null,
}

const lead = (values: Lead['values'], change: Partial<LeadDetail> = {}): LeadDetail => ({
  id: 5,
  list_id: 12,
  type: 'local',
  email_state: null,
  is_sample: false,
  sent_at: null,
  run_id: null,
  added_at: '2026-09-12T09:00:00Z',
  deleted_at: null,
  labels: {},
  history: [],
  values,
  provenance: Object.fromEntries(Object.keys(values).map((name) => [name, corpus])),
  ...change,
})

const ACME = {
  name: 'Acme',
  city: 'Portland',
  website: 'https://acme.example',
  phone: '+15035550100',
  domain: 'acme.example',
}

const found = (change: Partial<LeadDetail> = {}) => {
  const values = { ...ACME, email: 'info@acme.example', email_kind: 'org', email_state: 'valid' }
  const sample = lead(values, { email_state: 'valid', ...change })
  return { ...sample, provenance: { ...sample.provenance, email: contact, email_kind: contact } }
}

/** Shows the requested action. */
const actions = (started: number[] = []): LeadAction[] =>
  [
    {
      name: 'find-emails',
      label: 'Find emails',
      icon: () => null,
      places: ['bar'],
      price: () => '1 credit each',
      run: nothing,
      one: { label: 'Find email', appliesTo: ({ values }: Lead) => !values.email },
      cell: {
        field: 'email',
        label: 'Find email',
        price: () => '1 credit',
        appliesTo: ({ values }: Lead) => !values.email && values.email_search === undefined,
        start: async (_target: unknown, { id }: Lead) => {
          started.push(id)
          return { runId: 9, listId: 12 }
        },
      },
    },
    {
      name: 'verify',
      label: 'Verify emails',
      icon: () => null,
      places: ['bar'],
      run: nothing,
      price: () => 'Free',
      one: { label: 'Verify email', appliesTo: ({ values }: Lead) => Boolean(values.email) },
    },
    {
      name: 'delete',
      label: 'Delete',
      icon: () => null,
      places: ['bar'],
      danger: true,
      run: nothing,
      one: { label: 'Delete', appliesTo: () => true },
    },
  ] as unknown as LeadAction[]

interface ShownProps {
  one: LeadDetail
  atFoot?: boolean
  started?: number[]
  requested?: unknown[]
}

function Shown({ one, atFoot = false, started = [], requested = [] }: ShownProps) {
  const offered = actions(started)
  return (
    <CellOffers target={TARGET} actions={offered} onStarted={nothing}>
      <h2>Acme</h2>
      <LeadTools
        target={TARGET}
        lead={one}
        actions={offered}
        onAction={(action, id) => requested.push([action.name, id])}
        busy={undefined}
        onRemoved={nothing}
        atFoot={atFoot}
      />
      <LeadValues type="local" lead={one} level={3} />
    </CellOffers>
  )
}

const labels = () =>
  page
    .getByRole('term')
    .elements()
    .map((term) => term.textContent)

test('contact fields come first and empty fields are collapsed', async () => {
  await show(<Shown one={found()} />)
  await expect.element(page.getByText('info@acme.example').first()).toBeVisible()
  expect(labels()).toEqual(['Email', 'Phone', 'Website', 'Name', 'City', 'Domain', 'Added'])
  const email = page.getByRole('definition').first()
  await expect.element(email.getByText('Verified')).toBeVisible()
  await expect.element(email.getByText('General')).toBeVisible()
  const fold = page.getByRole('button', { name: /^\d+ empty fields$/ })
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  expect(labels()).toContain('LinkedIn')
  await expectAccessible()
})

test('a source shared by many values is named once, and other values name their own', async () => {
  await show(<Shown one={found()} />)
  const line = page.getByRole('button', { name: /^From Open data, .*2026, unless marked/ })
  await expect.element(line).toBeVisible()
  expect(page.getByRole('button', { name: /source of/ }).elements()).toHaveLength(1)
  const mark = page.getByRole('button', { name: /contact source of email/ })
  await mark.click()
  const details = page.getByRole('dialog', { name: 'source of email' })
  await expect.element(details.getByRole('link', { name: 'acme.example/contact' })).toBeVisible()
  await expect.element(details.getByText('95%')).toBeVisible()
  await expect.element(details.getByText('An email link')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
  await expect.element(mark).toHaveFocus()
})

test('a missing email offers a search, or shows the result of one', async () => {
  const started: number[] = []
  await show(<Shown one={lead(ACME)} started={started} />)
  const offer = page.getByRole('button', { name: /Find email.*1 credit/ })
  expect(offer.elements()).toHaveLength(1)
  expect((offer.element() as HTMLElement).tabIndex).toBe(0)
  await offer.click()
  await expect.element(offer.or(page.getByRole('button', { name: /Starting/ }))).toBeDisabled()
  expect(started).toEqual([5])
})

test('after a search without result the result is shown, and searching again asks for confirmation', async () => {
  const requested: unknown[] = []
  const searched = {
    email_search: 'not_found',
    email_search_sources: 3,
    email_search_at: new Date().toISOString(),
  }
  await show(<Shown one={lead({ ...ACME, ...searched })} requested={requested} />)
  await expect
    .element(page.getByRole('definition').first().getByText('Not found · 3 sources, today'))
    .toBeVisible()
  await page.getByRole('button', { name: /Find email/ }).click()
  expect(requested).toEqual([['find-emails', 5]])
})

test('verifying and deleting apply to this lead only; the search is within reach on a phone too', async () => {
  const requested: unknown[] = []
  await show(<Shown one={found()} requested={requested} />)
  await page.getByRole('button', { name: /Verify email.*Free/ }).click()
  await page.getByRole('button', { name: 'Delete this lead' }).click()
  expect(requested).toEqual([
    ['verify', 5],
    ['delete', 5],
  ])
})

test('the footer offers the search on a phone too', async () => {
  await show(<Shown one={lead(ACME)} atFoot />, { width: 390 })
  expect(page.getByRole('button', { name: /Find email.*1 credit/ }).elements()).toHaveLength(2)
  await page.getByRole('button', { name: 'More actions for this lead' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Copy all values' })).toBeVisible()
  await expectAccessible()
})

test('the history is in sentences without codes', async () => {
  const entry = { user: 'ann@example.com', user_name: 'Ann', credits: 1, run_id: 9 }
  const history = [
    { ...entry, event: 'lead.enriched', detail: { fields: ['email'] }, created_at: '2026-09-14T08:00:00Z' },
    {
      ...entry,
      user: null,
      user_name: null,
      credits: 0,
      run_id: null,
      event: 'lead.email_checked',
      detail: { email_state: 'catch_all' },
      created_at: '2026-09-13T08:00:00Z',
    },
  ] as LeadDetail['history']
  await show(<LeadHistory lead={lead(ACME, { history })} />)
  const main = page.getByRole('main')
  await expect.element(main.getByText('Ann found an email · 1 credit', { exact: true })).toBeVisible()
  await expect.element(main.getByText('Email verified: accept-all', { exact: true })).toBeVisible()
  expect(main.getByRole('button', { name: /^Run/ }).elements()).toHaveLength(1)
  await expectAccessible()
})
