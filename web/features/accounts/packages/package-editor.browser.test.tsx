import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkPackage, createPackage, publishPackage, updatePackage } from '#contract/accounts/plans.ts'
import { kits } from '#contract/admin/stored-kits.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { initialValues } from './editor-values.ts'
import { PackageEditor } from './package-editor.tsx'

const FLOOR = { currency: 'USD', total_minor: 1500, credits_minor: 1000, seats_minor: 500, modules_minor: 0 }
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function open(id: number | null, { hasDraft = false } = {}) {
  const server = (await fakeServer().signIn(['leads', 'ai_suggest', 'whitelabel'])).answer(checkPackage, {
    data: { floor: FLOOR, problems: [] },
  } as never)
  server.answer(kits, { data: [{ id: 5, name: 'Agency' }], total: 1 } as never)
  const onDone = vi.fn()
  const initial = { ...initialValues(['leads']), ...(id !== null && { name: 'Basic', price_minor: '10' }) }
  await show(<PackageEditor id={id} initial={initial} hasDraft={hasDraft} onDone={onDone} />)
  return { server, onDone }
}

test('a package is published with its price in minor units; its lowest price is shown', async () => {
  const { server, onDone } = await open(null)
  server.answer(createPackage, { data: { id: 8, version: 1 }, message: 'Published' })
  await expect.element(page.getByText('Lowest price: $15.00')).toBeVisible()
  await expect
    .element(page.getByText(/Your costs per month: credits \$10\.00, seats \$5\.00\./))
    .toBeVisible()
  await button('Publish').click()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Basic')
  await field('Price').fill('forty')
  await button('Publish').click()
  await expect.element(page.getByText('Enter an amount in USD, such as 49.00')).toBeVisible()
  expect(server.sentTo(createPackage)).toEqual([])
  await field('Price').fill('49.50')
  await field('Credits').fill('500')
  await page.getByRole('combobox', { name: 'Kit' }).selectOptions('Agency')
  await expectAccessible()
  await button('Publish').click()
  await expect.poll(() => onDone.mock.calls).toEqual([[8, true]])
  expect(server.sentTo(createPackage)).toMatchObject([
    {
      body: {
        name: 'Basic',
        publish: true,
        price_minor: 4950,
        credits: 500,
        modules: ['leads'],
        seats: null,
        kit_id: 5,
      },
    },
  ])
})

test('a draft is saved without being published', async () => {
  const { server, onDone } = await open(null)
  server.answer(createPackage, { data: { id: 8, version: 1 }, message: 'Saved' })
  await field('Name').fill('Basic')
  await button('Save draft').click()
  await expect.poll(() => onDone.mock.calls).toEqual([[8, false]])
  expect(server.sentTo(createPackage)).toMatchObject([{ body: { publish: false } }])
})

test('a price below the costs is refused, and the editor keeps what was entered', async () => {
  const { server, onDone } = await open(null)
  const fields = { price_minor: 'At least $15.00' }
  server.refuse(createPackage, { code: 'validation_failed', message: 'Please check.', fields })
  await field('Name').fill('Basic')
  await field('Price').fill('9')
  await button('Publish').click()
  await expect.element(page.getByText('At least $15.00')).toBeVisible()
  await expect.element(field('Price')).toHaveValue('9')
  expect(onDone).not.toHaveBeenCalled()
})

test('wholesale prices are asked for only from a package for resellers', async () => {
  await open(null)
  await expect.element(page.getByText('Wholesale prices')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'White Label' }).click()
  await expect.element(page.getByText('Wholesale prices')).toBeVisible()
  await expect.element(field('Lead Search per month')).toBeVisible()
})

test('a changed package is saved first, then its draft is published', async () => {
  const { server, onDone } = await open(8)
  server.answer(updatePackage, { data: { versions: [{ state: 'draft' }] } } as never)
  server.refuse(publishPackage, { code: 'conflict', message: 'The price is below its costs' })
  await expect.element(button('Publish changes')).toBeDisabled()
  await field('Price').fill('12')
  await button('Publish changes').click()
  await expect.element(page.getByText('The price is below its costs')).toBeVisible()
  expect(server.sentTo(updatePackage)).toMatchObject([
    { path: '/api/wl/packages/8', body: { price_minor: 1200 } },
  ])
  expect(onDone).not.toHaveBeenCalled()
  server.answer(publishPackage, { data: {} } as never)
  await button('Publish changes').click()
  await expect.poll(() => onDone.mock.calls).toEqual([[8, true]])
})

test('an unpublished draft can be published as it is', async () => {
  const { server, onDone } = await open(8, { hasDraft: true })
  server.answer(updatePackage, { data: { versions: [{ state: 'draft' }] } } as never)
  server.answer(publishPackage, { data: {} } as never)
  await button('Publish changes').click()
  await expect.poll(() => onDone.mock.calls).toEqual([[8, true]])
  expect(server.sentTo(publishPackage)).toHaveLength(1)
})
