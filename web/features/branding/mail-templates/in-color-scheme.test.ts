import { expect, it } from 'vitest'
import { inColorScheme } from './in-color-scheme.ts'

const HTML = `<style>@media (prefers-color-scheme: dark) { a {} }</style><img src="https://fox.example/brand-images/a.png"><img src="https://x.example/a.png">`

it('shows or leaves out the dark colors of a mail, whatever the browser prefers', () => {
  expect(inColorScheme(HTML, true)).toContain('@media all {')
  expect(inColorScheme(HTML, false)).toContain('@media not all {')
})

it('loads images of the brand from this server only', () => {
  expect(inColorScheme(HTML, false)).toContain(
    '<img src="/brand-images/a.png"><img src="https://x.example/a.png">',
  )
})
