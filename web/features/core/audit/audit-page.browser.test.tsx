import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AuditEntry, auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AuditPage } from './audit-page.tsx'

const ANN = { id: 1, name: 'Ann', email: 'ann@sample.example' }
const entry = (seq: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  account_id: 3,
  seq,
  at: '2026-01-02T03:04:05Z',
  action: 'list.renamed',
  label: 'List renamed',
  user: ANN,
  actor: null,
  credential: 'session',
  subject: 'list:42',
  subject_name: 'Bars',
  detail: { before: { name: 'Pubs' }, after: { name: 'Bars', is_archived: false } },
  ...more,
})
const verified = { data: { verified_at: '2026-01-02T03:04:05Z', broken: null } }
const serving = (rows: AuditEntry[]) =>
  fakeServer().answer(auditState, verified).answer(auditLog, pageOf(rows))

test('an entry opens with every changed field, before and after', async () => {
  const acting = entry(8, { label: 'List deleted', actor: { id: 9, name: 'Sue', email: null }, detail: null })
  serving([entry(9), acting])
  await show(<AuditPage />)
  await expect.element(page.getByText('Sue as Ann')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'List renamed' }).click()
  const changes = page.getByRole('table', { name: 'Changes' })
  const rows = () =>
    changes
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  await expect.poll(rows).toEqual([
    ['Field', 'Before', 'After'],
    ['Name', 'Pubs', 'Bars'],
    ['Is archived', '–', 'false'],
  ])
  await page.getByRole('button', { name: 'Next entry' }).click()
  await expect.element(page.getByText('Its details were erased on request.')).toBeVisible()
})

test('filters are sent to the list, and the file has the same ones', async () => {
  const server = serving([entry(9)]).refuse(exportAuditLog, {
    code: 'forbidden',
    message: 'Not with this key',
  })
  await show(<AuditPage />)
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('List renamed')
  await page.getByRole('combobox', { name: 'People' }).selectOptions('Logged in as someone else')
  await page.getByRole('textbox', { name: 'Subject' }).fill('list:42')
  const filters = { action: 'list.renamed', subject: 'list:42' }
  await expect
    .poll(() => server.sentTo(auditLog).at(-1)?.query)
    .toMatchObject({ ...filters, acting: 'true', page: '1' })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByText('Not with this key')).toBeVisible()
  expect(server.sentTo(exportAuditLog).map(({ body }) => body)).toEqual([{ ...filters, acting: true }])
})

test('a log that failed its check says so', async () => {
  serving([]).answer(auditState, { data: { verified_at: null, broken: 'entry 7 of account 3' } })
  await show(<AuditPage />)
  await expect.element(page.getByText(/failed its last check: entry 7 of account 3/)).toBeVisible()
  await expect.element(page.getByText('Nothing logged yet')).toBeVisible()
})

test('a log that could not be loaded says why', async () => {
  serving([]).refuse(auditLog, { code: 'forbidden', message: 'Only the owner can see it' })
  await show(<AuditPage />)
  await expect.element(page.getByRole('alert').getByText('Only the owner can see it')).toBeVisible()
})
