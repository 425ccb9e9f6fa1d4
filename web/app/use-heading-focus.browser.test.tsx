import { afterEach, expect, test } from 'vitest'
import { focusHeading } from './use-heading-focus.ts'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function page(html: string) {
  document.body.innerHTML = `<nav><a href="#x">Lists</a></nav><main>${html}</main>`
  return document.querySelector('main') as HTMLElement
}
const focused = () => document.activeElement?.textContent

test.each(['body', 'nav a'])('a focus left on %s moves to the heading', (place) => {
  const main = page('<h1>Wallet</h1><button>Top up</button>')
  document.querySelector<HTMLElement>(place)?.focus()
  stop = focusHeading(main)
  expect(focused()).toBe('Wallet')
})

test('a heading that loads later gets the focus', async () => {
  const main = page('')
  stop = focusHeading(main)
  main.innerHTML = '<h1>Wallet</h1>'
  await expect.poll(focused).toBe('Wallet')
})

test('what the page has focused stays focused', () => {
  const main = page('<h1>Wallet</h1><button>Top up</button>')
  main.querySelector('button')?.focus()
  stop = focusHeading(main)
  expect(focused()).toBe('Top up')
})
