import { describe, expect, it } from 'vitest'
import { FAX_MARK, PHONE_MARK } from './icon-marks.ts'
import { findElementAt, getFineLines, getPageLines } from './page-lines.ts'
import { parsePage } from './page-tree.ts'

const pageOf = (body: string) => parsePage('https://acme.example/', `<html><body>${body}</body></html>`)

/** The texts of both cuts of one page. */
function cut(body: string): { seen: string[]; fine: string[] } {
  const page = pageOf(body)
  return {
    seen: getPageLines(page).map(({ text }) => text),
    fine: getFineLines(page).lines.map(({ text }) => text),
  }
}

/** Both are cut alike where nothing but blocks and line breaks stands. */
const alike = (...texts: string[]) => ({ seen: texts, fine: texts })

describe('getPageLines', () => {
  it('cuts a page at blocks and line breaks, not at elements within a line', () => {
    expect(cut('<h1>Team</h1><p>Anna <b>Berger</b><br>Director</p> <div>Office</div>')).toEqual(
      alike('Team', 'Anna Berger', 'Director', 'Office'),
    )
  })

  it('makes one blank of any space, and none in front or behind', () => {
    expect(cut('<p>  Anna\n\t Berger&nbsp; </p>')).toEqual(alike('Anna Berger'))
  })

  it('leaves out elements without words of the page', () => {
    const body = '<p>One</p><textarea>Two</textarea><template><p>Three</p></template><iframe>Four</iframe>'
    expect(cut(body)).toEqual(alike('One'))
  })

  it('cuts a page only once', () => {
    const page = pageOf('<p>One</p>')
    expect(getPageLines(page)).toBe(getPageLines(page))
    expect(getFineLines(page)).toBe(getFineLines(page))
  })
})

describe('getPageLines and getFineLines', () => {
  it('continue a line over cards, pictures and unknown elements', () => {
    const card = (name: string, role: string) => `<a class="card"><b>${name}</b><i>${role}</i></a>`
    expect(cut(`<p>${card('Anna Berger', 'Director')}${card('Boris Keller', 'Clerk')}</p>`)).toEqual({
      seen: ['Anna Berger Director Boris Keller Clerk'],
      fine: ['Anna Berger Director', 'Boris Keller Clerk'],
    })
    expect(cut('<p><img alt="Anna Berger"> Director <x-tag>Office</x-tag></p>')).toEqual({
      seen: ['Anna Berger Director Office'],
      fine: ['Anna Berger', 'Director', 'Office'],
    })
  })

  it('keep menus and buttons, which fine lines leave out', () => {
    expect(cut('<nav>Home</nav><div role="menu">More</div><p>Anna <button>Call</button></p>')).toEqual({
      seen: ['Home', 'More', 'Anna Call'],
      fine: ['Anna'],
    })
  })

  it('leave out hidden elements; fine lines keep what opens on a click', () => {
    expect(cut('<p>Anna <span hidden>trap</span></p><div hidden><p>Director</p></div>')).toEqual({
      seen: ['Anna'],
      fine: ['Anna', 'Director'],
    })
  })

  it('split the rows of a listing, which fine lines keep whole', () => {
    expect(cut('<pre>Anna Berger\nDirector</pre>')).toEqual({
      seen: ['Anna Berger', 'Director'],
      fine: ['Anna Berger Director'],
    })
  })

  it('mark icons and drop private characters of the page', () => {
    expect(cut('<p><i class="fa fa-phone"></i> 1 \ue099 <i class="fa fa-fax"></i> 2</p>').seen).toEqual([
      `${PHONE_MARK} 1 ${FAX_MARK} 2`,
    ])
  })

  it('give each line the headings above it; the header of a page has its own', () => {
    const lines = getPageLines(
      pageOf('<h1>Firm</h1><h2>Office</h2><p>One</p><footer><p>Two</p></footer><p>Three</p>'),
    )
    const heads = lines.map(({ text, heading }) => [text, heading?.text, heading?.above?.text])
    expect(heads).toEqual([
      ['Firm', 'Firm', undefined],
      ['Office', 'Office', 'Firm'],
      ['One', 'Office', 'Firm'],
      ['Two', undefined, undefined],
      ['Three', 'Office', 'Firm'],
    ])
  })

  it('find the element at each offset of a line', () => {
    const [line] = getPageLines(pageOf('<p>Call <b>Anna</b> now</p>'))
    if (!line) return expect.unreachable()
    const tags = ['Call', 'Anna', 'now'].map((word) => findElementAt(line, line.text.indexOf(word)).tag)
    expect(tags).toEqual(['p', 'b', 'p'])
  })
})

describe('getFineLines', () => {
  it('gives segments, headings and whether a line names a picture', () => {
    const { lines } = getFineLines(
      pageOf('<div role="heading" aria-level="3">Anna <b>Berger</b></div><img alt="Portrait"><p>One</p>'),
    )
    expect(lines.map(({ index, heading, alt }) => [index, heading, alt])).toEqual([
      [0, 3, false],
      [1, 0, true],
      [2, 0, false],
    ])
    expect(lines[0]?.segments.map(({ text, element }) => [text, element.tag])).toEqual([
      ['Anna', 'div'],
      ['Berger', 'b'],
    ])
  })

  it('gives the lines of every element', () => {
    const page = pageOf(
      '<ul><li>One</li><li>Two<br>Three</li><li></li></ul><table><tr><td>Four</td></tr></table>',
    )
    const { spans, tables } = getFineLines(page)
    const places = page.elements
      .filter(({ tag }) => /^(?:ul|li|table)$/.test(tag))
      .map((element) => [element.tag, spans.get(element)?.from, spans.get(element)?.to])
    expect(places).toEqual([
      ['ul', 0, 3],
      ['li', 0, 1],
      ['li', 1, 3],
      ['li', 3, 3],
      ['table', 3, 4],
    ])
    expect(tables).toHaveLength(1)
  })
})
