import { expect, it } from 'vitest'
import { inLook } from './in-look.ts'

const HTML = `<style>@media (prefers-color-scheme: dark) { a {} }</style><img src="https://fox.example/brand-images/a.png"><img src="https://x.example/a.png">`

it('shows the dark colors of a mail or leaves them out, whatever the browser prefers', () => {
  expect(inLook(HTML, true)).toContain('@media all {')
  expect(inLook(HTML, false)).toContain('@media not all {')
})

it('takes images of the brand from this server, and no others', () => {
  expect(inLook(HTML, false)).toContain('<img src="/brand-images/a.png"><img src="https://x.example/a.png">')
})
