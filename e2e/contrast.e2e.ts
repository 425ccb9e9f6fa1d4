import { expect, it } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, openPage } from './support/browser.ts'

/** Colours of no other page, because what passed in this process counts. */
const EMPTY =
  '<!doctype html><html lang="en"><title>Texts</title><body style="background: #fff; color: #313437">'
const text = (style: string) => `<p style="${style}">A text to read</p>`
const FAINT = text('color: #999')
const ON_DARK = `<div style="background: #444">${text('')}</div>`
/** Behind the text is a part that holds no text. */
const ABOVE_DARK = `<div style="position: relative"><div style="position: absolute; inset: 0; background: #444"></div>
  ${text('position: relative')}</div>`

it('texts that look alike are checked once, and one whose colours or background differ again', async () => {
  const server = await startLocalServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/' ? EMPTY : '')
  })
  const { page, close } = await openPage(server.url)
  await page.goto('/')
  const check = async (html: string) => {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(`<main><h1>Texts</h1>${html}</main>`)}`)
    await expectAccessible(page)
    return page.evaluate('axe.contrast.added().length')
  }
  // The heading and one of three.
  expect(await check(text('').repeat(3))).toBe(2)
  expect(await check(text(''))).toBe(0)
  for (const different of [FAINT, ON_DARK, ABOVE_DARK, FAINT])
    await expect(check(text('') + different)).rejects.toMatchObject({
      actual: [expect.stringContaining('color-contrast')],
    })
  expect(await check(text('font-size: 12px'))).toBe(1)
  await close()
  await closeProfiles(server.url)
})
