import { expect, it } from 'vitest'
import { inLook } from './in-look.ts'

const HTML = `<style>@media (prefers-color-scheme: dark) { a {} }</style><img src="https://fox.example/brand-images/a.png"><img src="https://x.example/a.png">`

it('shows or leaves out the dark colors of a mail, whatever the browser prefers', () => {
  expect(inLook(HTML, true)).toContain('@media all {')
  expect(inLook(HTML, false)).toContain('@media not all {')
})

it('loads images of the brand from this server only', () => {
  expect(inLook(HTML, false)).toContain('<img src="/brand-images/a.png"><img src="https://x.example/a.png">')
})
