import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import type { WebsitePerson } from '../website-report.ts'
import { chooseEmails } from './choose-emails.ts'
import { findEmails } from './find-emails.ts'

const DOMAIN = 'acme.de'
const findingsOf = (html: string, path: string) => {
  const page = parsePage(`https://${DOMAIN}${path}`, html)
  return {
    url: page.url,
    lang: null,
    title: page.title,
    emails: findEmails(page),
    phones: [],
    socials: [],
    people: [],
    organisations: [],
  }
}
const chosenOf = (pages: Record<string, string>, people: WebsitePerson[] = []): string[] => {
  const findings = Object.entries(pages).map(([path, html]) => findingsOf(html, path))
  return chooseEmails(DOMAIN, findings, people).map(({ value }) => value)
}
const chosen = (html: string, path = '/kontakt'): string[] => chosenOf({ [path]: html })

describe('addresses of several parties in one line', () => {
  it('belong to the company before the words for the web designer', () => {
    const foot =
      '<footer><p>© <a href="mailto:ada.sample@gmail.com">Ada Sample</a> | Webdesign: <a href="/x">Media</a></p></footer>'
    expect(chosen(foot)).toEqual(['ada.sample@gmail.com'])
  })

  it('belong to the web designer after these words', () => {
    expect(chosen('<footer><p>Acme<br>Concept: Ada | Webdesign: Bob, bob@gmail.com</p></footer>')).toEqual([])
    expect(chosen('<div id="footer">Acme<br>Concept: Ada | Webdesign: Bob, bob@gmail.com</div>')).toEqual([])
  })
})

describe('the one address of a contact page or imprint', () => {
  const block =
    '<h2>Acme GmbH</h2><p>Mühlweg 3<br>12345 Musterstadt<br><a href="mailto:office@mother-house.de">Write to us</a></p>'
  const privacy = '<p>Questions: <a href="mailto:privacy@acme.de">privacy@acme.de</a></p>'

  it('belongs to the company, whatever its domain', () => {
    expect(chosen(block)).toEqual(['office@mother-house.de'])
    expect(chosen(block, '/impressum')).toEqual(['office@mother-house.de'])
    expect(chosenOf({ '/kontakt': block, '/datenschutz': privacy }).toSorted()).toEqual([
      'office@mother-house.de',
      'privacy@acme.de',
    ])
  })

  it('doesn’t belong to the company beside another address, on another kind of page, or after words for others', () => {
    expect(chosen(`${block}${privacy}`)).toEqual(['privacy@acme.de'])
    expect(chosenOf({ '/datenschutz': block, '/kontakt': privacy })).toEqual(['privacy@acme.de'])
    expect(chosen('<p>Webdesign: Studio, <a href="mailto:hi@studio.de">hi@studio.de</a></p>')).toEqual([])
  })
})

describe('addresses of people on other domains', () => {
  const page =
    '<h2>Contact</h2><p><a href="mailto:info@acme.de">info@acme.de</a></p><p>Ada Sample, <a href="mailto:ada@sample-home.de">ada@sample-home.de</a></p>'
  const ada = { name: 'Ada Sample', email: 'ada@sample-home.de', staff: false } as WebsitePerson

  it('belong to the company where a contact page or imprint names the person with it', () => {
    expect(chosenOf({ '/kontakt': page }, [ada])).toContain('ada@sample-home.de')
    expect(chosenOf({ '/impressum': page }, [ada])).toContain('ada@sample-home.de')
    expect(chosenOf({ '/news/talk': page }, [ada])).toEqual(['info@acme.de'])
    expect(chosenOf({ '/kontakt': page })).toEqual(['info@acme.de'])
  })
})

describe('addresses at free providers in data of the page', () => {
  it('don’t count as the company’s', () => {
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
  ])('are read as mail links: %s', (html) => {
    expect(chosen(html)).toEqual(['info@acme.de'])
  })

  it('are told apart from addresses of pages', () => {
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
