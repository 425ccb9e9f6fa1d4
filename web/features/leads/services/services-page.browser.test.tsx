import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as api from '#contract/leads/services.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { ServicesPage } from './services-page.tsx'

const BOOKING: api.Service = {
  id: 1,
  name: 'Booking',
  template: null,
  signals: [
    { signal: 'no_booking', is: 'yes' },
    { signal: 'no_phone_link', is: 'yes' },
  ],
}
const own = (...data: api.Service[]) => ({ data, is_own: true, seller: null })
const dialog = page.getByRole('dialog')

test('a service is added from a template, with one reason more and one less', async () => {
  const server = fakeServer().answer(api.services, own()).answer(api.createService, { data: BOOKING })
  await server.signIn()
  await show(<ServicesPage />)
  await expect.element(page.getByText('No services yet')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'New service' }).click()
  await dialog.getByRole('combobox', { name: 'Template' }).selectOptions('Online booking')
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Online booking')
  await dialog.getByRole('button', { name: 'Remove “No phone link”' }).click()
  await dialog.getByRole('combobox', { name: 'Add a reason' }).selectOptions('Hiring')
  await dialog.getByRole('button', { name: 'Move “Hiring” up' }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Wix')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const about = dialog.getByRole('combobox', { name: 'Or one about a value' })
  await about.selectOptions('Broken links: at least …')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('three')
  await expect.element(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('3')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await about.selectOptions('Why the website is dead: is …')
  await dialog.getByRole('combobox', { name: 'Value' }).selectOptions('error')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.sentTo(api.createService).at(-1)?.body).toEqual({
    name: 'Online booking',
    template: 'booking',
    signals: [
      { signal: 'no_booking', is: 'yes' },
      { signal: 'hiring', is: 'yes' },
      { signal: 'no_contact_form', is: 'yes' },
      { signal: 'technology', is: 'Wix' },
      { signal: 'broken_links', at_least: 3 },
      { signal: 'dead_reason', is: 'error' },
    ],
  })
})

test('a service is edited, and the dialog shows why a name is refused', async () => {
  const server = fakeServer().answer(api.services, own(BOOKING))
  server.refuse(api.changeService, { code: 'conflict', message: 'There is already such a service' })
  await server.signIn()
  await show(<ServicesPage />)
  await page.getByRole('button', { name: 'Actions for Booking' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Calendars')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('There is already such a service')).toBeVisible()
  expect(server.sentTo(api.changeService).at(-1)?.body).toEqual({
    name: 'Calendars',
    signals: BOOKING.signals,
  })
})

test('a deleted service comes back with Undo', async () => {
  const server = fakeServer()
    .answer(api.services, own(BOOKING))
    .answer(api.deleteService, { success: true })
    .answer(api.restoreService, { data: BOOKING })
  await server.signIn()
  await show(<ServicesPage />)
  await page.getByRole('button', { name: 'Actions for Booking' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(server.sentTo(api.restoreService).at(-1)?.path).toBe('/api/services/1/restore')
})

test('services of the seller say whose they are, and become own ones', async () => {
  const server = fakeServer()
    .answer(api.services, { data: [BOOKING], is_own: false, seller: 'Fox Leads' })
    .answer(api.setServices, { data: [BOOKING] })
  await server.signIn()
  await show(<ServicesPage />)
  await expect.element(page.getByText('These services are preset by Fox Leads')).toBeVisible()
  expect(page.getByRole('button', { name: 'Actions for Booking' }).elements()).toEqual([])
  await expectAccessible()
  await page.getByRole('button', { name: 'Use them as my own' }).click()
  const { id: _id, ...service } = BOOKING
  expect(server.sentTo(api.setServices).at(-1)?.body).toEqual({ services: [service] })
})
