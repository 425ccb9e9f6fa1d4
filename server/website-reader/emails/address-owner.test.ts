import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { chooseEmails } from './choose-emails.ts'
import { findEmails } from './find-emails.ts'

const DOMAIN = 'acme.de'
const chosen = (html: string, path = '/kontakt'): string[] => {
  const page = parsePage(`https://${DOMAIN}${path}`, html)
  const findings = {
    url: page.url,
    lang: null,
    title: page.title,
    emails: findEmails(page),
    phones: [],
    socials: [],
    people: [],
    organisations: [],
  }
  return chooseEmails(DOMAIN, [findings], []).map(({ value }) => value)
}

describe('addresses of several parties in one line', () => {
  it('are the company’s before the words for the web designer', () => {
    const foot =
      '<footer><p>© <a href="mailto:ada.sample@gmail.com">Ada Sample</a> | Webdesign: <a href="/x">Media</a></p></footer>'
    expect(chosen(foot)).toEqual(['ada.sample@gmail.com'])
  })

  it('are the web designer’s after them', () => {
    expect(chosen('<footer><p>Acme<br>Concept: Ada | Webdesign: Bob, bob@gmail.com</p></footer>')).toEqual([])
    expect(chosen('<div id="footer">Acme<br>Concept: Ada | Webdesign: Bob, bob@gmail.com</div>')).toEqual([])
  })
})

describe('addresses at free providers in data of the page', () => {
  it('are not known to be the company’s', () => {
    const data =
      '<script type="application/json">{"ownerEmail":"ada.sample@gmail.com","email":"info@acme.de"}</script>'
    expect(chosen(data)).toEqual(['info@acme.de'])
  })
})

describe('links that should have been mail links', () => {
  it.each([
    '<a href="info@acme.de">Mail</a>',
    '<a href="http://info@acme.de">Mail</a>',
    '<a href="https://mail.google.com/mail/?view=cm&amp;to=info@acme.de&amp;su=Hello">Mail</a>',
    '<a href="#" aria-label="Write to info@acme.de"><i class="icon"></i></a>',
  ])('%s', (html) => {
    expect(chosen(html)).toEqual(['info@acme.de'])
  })

  it('not addresses of pages', () => {
    expect(
      chosen('<a href="https://social.example/@ada">Ada</a><a href="https://user@acme.de/path">x</a>'),
    ).toEqual([])
  })
})

describe('an address right after a number', () => {
  it('does not begin with its last digits', () => {
    expect(chosen('<p><span>Fax 02103 - 5 42 32</span><span>praxis@acme.de</span></p>')).toEqual([
      'praxis@acme.de',
    ])
    expect(chosen('<p><span>Kontakt</span><span>24h@acme.de</span></p>')).toEqual(['24h@acme.de'])
  })
})
