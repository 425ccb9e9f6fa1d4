import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import type { WatchedPage } from './browser.ts'
import { CUT_OFF_CALLS } from './cut-off-calls.ts'

/** Something that a hand does on a page. */
export type Hand = (page: Page) => Promise<unknown>
/** Where it is done, what comes before the button that makes the call, and that button. */
export type Action = [path: () => string, ready: Hand[], press: Hand]

type Name = string | RegExp
const exact = true
const inDialogs = (page: Page, name: Name) => page.getByRole('dialog').getByRole('button', { name, exact })

export const at = (path: string) => () => path
export const click =
  (name: Name): Hand =>
  (page) =>
    page.getByRole('button', { name, exact }).click()
export const see =
  (name: Name): Hand =>
  (page) =>
    page.getByRole('button', { name, exact }).waitFor()
export const inDialog =
  (name: Name): Hand =>
  (page) =>
    inDialogs(page, name).click()
export const seeInDialog =
  (name: Name): Hand =>
  (page) =>
    inDialogs(page, name).waitFor()
export const choose =
  (name: Name): Hand =>
  (page) =>
    page.getByRole('menuitem', { name, exact }).click()

/** Opens a row's menu and picks an item of it. A row that is drawn again closes its menu: then it is opened once more. */
export const pick =
  (menu: Name, name: Name): Hand =>
  async (page) => {
    const item = page.getByRole('menuitem', { name, exact })
    for (let tries = 1; ; tries += 1) {
      if (!(await item.isVisible())) await page.getByRole('button', { name: menu, exact }).click()
      try {
        return await item.click({ timeout: PATIENCE_MS / 10 })
      } catch (error) {
        if (tries === 5) throw error
      }
    }
  }

/** Whether a request is a call of this endpoint. */
function isCallOf(name: string, request: Request): boolean {
  const endpoint = allEndpoints.find((one) => one.name === name)
  if (!endpoint) throw new Error(`No endpoint is called ${name}`)
  const path = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return request.method() === endpoint.method && path.test(new URL(request.url()).pathname)
}

/**
 * Gets ready, cuts the server off, presses the button, and waits for the sentence that says so and for the call that
 * `CUT_OFF_CALLS` names.
 */
export async function doCutOff(
  { page, context, waitForRequests: answered }: WatchedPage,
  name: string,
  [path, ready, press]: Action,
): Promise<void> {
  const sentence = page.getByText('We couldn’t reach the server').first()
  await context.setOffline(false)
  await page.goto(path())
  // A row that is drawn again with a later answer closes its menu.
  await answered()
  for (const hand of ready) await hand(page)
  await answered()
  await context.setOffline(true)
  expect(await sentence.count()).toBe(0)
  const call = page.waitForEvent('requestfailed', (request) => isCallOf(CUT_OFF_CALLS[name] ?? '', request))
  await Promise.all([call, press(page).then(() => sentence.waitFor())])
}
