import type { Page } from 'playwright-core'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected leads' })

/** Waits until the bulk bar has been measured: actions without room are under "More". */
export const seeBar = (page: Page): Promise<void> =>
  bar(page).getByRole('button', { name: 'Clear the selection' }).waitFor()

/** Chooses an action of the selected leads, in the bar or under "More". */
export async function chooseOnBar(page: Page, name: string | RegExp): Promise<void> {
  await seeBar(page)
  const shown = bar(page).getByRole('button', { name })
  if ((await shown.count()) > 0) return shown.click()
  await bar(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
}
