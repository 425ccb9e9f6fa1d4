import { describe, expect, it } from 'vitest'
import { type PageElement, parsePage, walkElements } from './page-tree.ts'

function elements(html: string): Map<string, PageElement> {
  const found = new Map<string, PageElement>()
  walkElements(parsePage('https://acme.example/', html).root, (element) => {
    if (element.attrs.id) found.set(element.attrs.id, element)
  })
  return found
}

const hidden = (html: string): string[] =>
  [...elements(html)].filter(([, element]) => element.hidden).map(([id]) => id)

describe('parsePage', () => {
  it('reads the whole title, language and base', () => {
    const page = parsePage(
      'https://acme.example/a/',
      '<html lang="de-AT"><title>A &amp; B\n GmbH</title><base href="../b/"><svg><title>icon</title></svg>',
    )
    expect(page).toMatchObject({ title: 'A & B GmbH', lang: 'de-at', base: 'https://acme.example/b/' })
  })

  it('names links by their words and pictures', () => {
    const { links } = parsePage(
      'https://acme.example/',
      '<a href="/team">Our <b>team</b></a><a href="/c"><img alt="Contact"></a>',
    )
    expect(links.map(({ href, text }) => [href, text])).toEqual([
      ['/team', 'Our team'],
      ['/c', 'Contact'],
    ])
  })

  it('knows what attributes and style sheets hide', () => {
    const style =
      '<style>/* .d */ .a, #b.c { color: red; display:none } nav .d > .e{visibility:hidden} @media print{.d{display:none}} .f{display:none} .f{display:block} .g:hover{display:none}</style>'
    const html = `${style}<p id=a class="x a"><p id=b class=c></p><nav><p id=d class=d><i id=e class=e></i></p></nav><i id=e2 class=e></i><p id=f class=f></p><p id=g class=g></p><p id=h style="display:none"></p><template id=t></template>`
    expect(hidden(html)).toEqual(['a', 'b', 'e', 'h', 't'])
  })

  it('hides the contents of a table column element', () => {
    const html =
      '<style>.c{display:table-column} .g{display:table-column-group} .t{display:table-cell}</style><p id=a class=c></p><p id=b class=g></p><p id=c style="display: table-column"></p><p id=d class=t></p>'
    expect(hidden(html)).toEqual(['a', 'b', 'c'])
  })

  it('keeps a body that scripts show again', () => {
    expect(hidden('<style>body{display:none}</style><body id=b>x</body>')).toEqual([])
  })

  it('marks reversed and generated text', () => {
    const found = elements(
      '<style>.r{unicode-bidi:bidi-override;direction:rtl} .m:after{content:"@" attr(data-d)} .i:before{content:"\\f0e0"}</style><b id=r class=r></b><b id=m class=m data-d="x.example"></b><b id=i class=i></b>',
    )
    expect(found.get('r')?.reversed).toBe(true)
    expect(found.get('m')?.after).toBe('@x.example')
    expect(found.get('i')?.before).toBeUndefined()
  })

  it.each([
    '<style>@{',
    '<style>{',
    '<style>/*',
    '<style>a,',
    '<style>@media{',
    '<style>a{display:none',
    '<div>',
    '<a href=x>',
    '</div>',
  ])('finishes on a page full of %j', (piece) => {
    const page = parsePage('https://acme.example/', piece.repeat(Math.ceil(250_000 / piece.length)))
    expect(page.url).toBe('https://acme.example/')
  })
})
