import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { customFields } from '#contract/leads/custom-fields.ts'
import { labels } from '#contract/leads/labels.ts'
import {
  changeImportAddress,
  type ImportAddress,
  importDeliveries,
  type ReceivedDelivery,
  renewImportAddress,
} from '#contract/prospecting/import-addresses.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AddressCard } from './address-card.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'

const SHOWN: ImportAddress = {
  is_on: true,
  is_signed: false,
  type: 'people',
  columns: [
    {
      name: 'Email',
      target: { field: 'email' },
      is_decided: true,
      reason: '',
      samples: ['ann@acme.example'],
    },
    {
      name: 'Shoe size',
      target: { new_field: { label: 'Shoe size', kind: 'number' } },
      is_decided: false,
      reason: 'No known field: every value is a number',
      samples: ['42'],
    },
  ],
  country: null,
  label_ids: [],
  notify_ids: [1],
  renewed_at: '2026-01-05T09:00:00Z',
  last_delivery_at: null,
}
const DELIVERY: ReceivedDelivery = {
  id: 4,
  state: 'accepted',
  reason: null,
  rows: 3,
  added: 2,
  joined: 1,
  suppressed: 0,
  refused: 0,
  unknown_columns: [],
  replays: 0,
  received_at: '2026-01-05T09:00:00Z',
}

const open = async () =>
  (await fakeServer().signIn()).answer(customFields, { data: [] }).answer(labels, { data: [] } as never)

test('a new address is shown once, with examples that hold it', async () => {
  const server = await open()
  const address = 'https://leads.example/api/in/in_abc'
  server.answer(renewImportAddress, { data: { address, secret: null } })
  await show(<AddressCard listId={7} shown={{ ...SHOWN, is_on: false }} />)
  await page.getByRole('button', { name: 'Create address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create address' }).click()
  await expect.element(page.getByText(address, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^curl https:\/\/leads\.example/)).toBeVisible()
  await page.getByRole('tab', { name: 'Google Sheets' }).click()
  await expect.element(page.getByText(/UrlFetchApp/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect.poll(() => page.getByText(address, { exact: true }).elements()).toEqual([])
  expect(server.sentTo(renewImportAddress)[0]?.body).toEqual({ signed: false })
})

test('proposed columns are marked, and saving decides about all of them', async () => {
  const server = await open()
  server.answer(changeImportAddress, { data: SHOWN })
  await show(<ColumnsForm listId={7} shown={SHOWN} />)
  await expect.element(page.getByText('Proposed. No known field: every value is a number')).toBeVisible()
  await expect.element(page.getByText(/^1 column is proposed/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expect
    .poll(() => server.sentTo(changeImportAddress)[0]?.body)
    .toMatchObject({
      mapping: {
        Email: { field: 'email' },
        'Shoe size': { new_field: { label: 'Shoe size', kind: 'number' } },
      },
      country: null,
      notify_ids: [1],
    })
})

test('deliveries say what became of their rows', async () => {
  const server = await open()
  server.answer(
    importDeliveries,
    pageOf([DELIVERY, { ...DELIVERY, id: 3, state: 'refused', reason: 'There is no row' }]),
  )
  await show(<DeliveriesTable list={{ type: 'people', id: 7 }} />)
  await expect.element(page.getByText('2 new, 1 joined')).toBeVisible()
  await expect.element(page.getByText('There is no row')).toBeVisible()
  await expectAccessible()
})
