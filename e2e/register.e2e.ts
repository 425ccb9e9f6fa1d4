import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'

const PASSWORD = 'a long enough sample password'

let box: MailBox
let t: TestApp
let url: string

beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  url = await listen(t)
  await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await box?.close()
})

async function fillIn({ page }: WatchedPage, email: string) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Sample')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
}

describe('registering', () => {
  it('goes from the form through the mailed code to leads from the sample data', async () => {
    const email = 'robin@people.example'
    const watched = await openPage(url)
    const { page, faults, close } = watched
    await page.goto('/register')
    await page.getByRole('heading', { name: 'Register' }).waitFor()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.locator('[name=first_name][aria-invalid=true]').waitFor()
    await expectAccessible(page)

    await fillIn(watched, email)
    await expectAccessible(page)
    // A reload between form and code loses nothing.
    await page.reload()
    await page.getByText(email).waitFor()
    const code = codeIn(await box.waitFor(email))
    const wrong = code === '000000' ? '111111' : '000000'
    await page.getByLabel('Code', { exact: true }).fill(wrong)
    await page.locator('[name=code][aria-invalid=true]').waitFor()
    expect(faults.splice(0).filter((fault) => !fault.includes('422'))).toEqual([])

    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.waitForURL('**/lead-search/new-search')
    await page.getByRole('link', { name: 'New Search', exact: true }).click()
    const steps = page.getByRole('region', { name: 'Getting started' })
    await steps.getByText('Confirm your email, done').waitFor()
    await expectAccessible(page)

    await steps.getByRole('link', { name: /Try with sample data/ }).click()
    await page.getByRole('textbox', { name: 'Category' }).fill('brewery')
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByRole('button', { name: /Start search/ }).click()
    await page.waitForURL('**/saved-lists/local-*')
    await page.getByText('Done').first().waitFor()
    await page.getByText('Sample Brewery 7', { exact: true }).waitFor()
    // Confirmed the email, tried sample data, and so ran a search.
    await page.getByRole('button', { name: 'Getting started, 3 of 5 done' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is completed by the mailed link too, in another browser with the password', async () => {
    const email = 'robin.link@people.example'
    const first = await openPage(url)
    await fillIn(first, email)
    await first.close()
    const link = linkIn(await box.waitFor(email))
    expect(link.startsWith(`${url}/register#`)).toBe(true)

    const { page, faults, close } = await openPage(url)
    await page.goto(link)
    await page.getByText('We filled in the code from the email to').waitFor()
    // Neither code nor email stays in the address or the history.
    expect(page.url()).toBe(`${url}/register`)
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.waitForURL('**/lead-search/new-search')
    expect([...first.faults, ...faults]).toEqual([])
    await close()
  })
})
