import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { findEmails } from './find-emails.ts'

const PAGE = 'https://www.acme.example/contact'
const found = (html: string, url = PAGE): string[] =>
  [...new Set(findEmails(parsePage(url, html)).map(({ value }) => value))].sort()
const methods = (html: string): string[] =>
  findEmails(parsePage(PAGE, html)).map(({ value, method }) => `${method} ${value}`)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const codes = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))
const cloudflare = (text: string): string =>
  `4b${[...Buffer.from(text)].map((byte) => (byte ^ 0x4b).toString(16).padStart(2, '0')).join('')}`
/** Moves characters as TYPO3 does. */
const typo3 = (text: string, shift: number): string =>
  [...text]
    .map((char) => {
      const code = char.charCodeAt(0)
      const range = [
        [0x2b, 0x3a],
        [0x40, 0x5a],
        [0x61, 0x7a],
      ].find(([from = 0, to = 0]) => code >= from && code <= to)
      if (!range) return char
      const [from = 0, to = 0] = range
      const size = to - from + 1
      return String.fromCharCode(from + ((code - from + shift + size) % size))
    })
    .join('')

/** Every one of these shows info@acme.example, and nothing else. */
const FORMS: [string, string][] = [
  ['a mail link', '<a href="mailto:info@acme.example">Write</a>'],
  ['a mail link in capitals with slashes', '<a href="MAILTO://info@acme.example">Write</a>'],
  ['a mail link with spaces and percent signs', '<a href=" mailto:%20info%40acme%2Eexample ">Write</a>'],
  ['a mail link with a name', '<a href="mailto:Acme%20Ltd%20%3Cinfo@acme.example%3E?subject=Hi">Write</a>'],
  ['a mail link taken for a path', '<a href="/jobs/mailto:info@acme.example">Write</a>'],
  ['a mail link with http before it', '<a href="http://mailto:info@acme.example">Write</a>'],
  ['a mail link with entities escaped twice', '<a href="mailto:info&amp;#64;acme.example">Write</a>'],
  ['a mail link with words in brackets', '<a href="mailto:info(at)acme(dot)example">Write</a>'],
  ['a mail link with a guard', '<a href="mailto:info@NOSPAM.acme.example">Write</a>'],
  ['a form that mails', '<form action="mailto:info@acme.example"></form>'],
  ['an area of a map', '<map><area href="mailto:info@acme.example"></map>'],
  ['plain text', '<p>Write to info@acme.example.</p>'],
  ['a label without a space', '<p>e-mail:info@acme.example</p>'],
  ['a label glued to it', '<p>E-Mailinfo@acme.example</p>'],
  ['entities', '&#105;nfo&#64;acme&#x2e;example'],
  ['cells without spaces', '<table><tr><td>Mail</td><td>info@acme.example</td><td>Tel</td></tr></table>'],
  ['inline elements without spaces', '<span>E-Mail</span><span>info@acme.example</span><span>Tel</span>'],
  ['a word glued to the end', 'info@acme.exampleTel. 1'],
  ['a number glued to the end', 'info@acme.example030 1234'],
  ['a sentence glued to the end', 'Mail info@acme.example.Please call'],
  ['letters of another script around it', '请联系info@acme.example谢谢'],
  ['bold and breaks inside', '<b>info</b>@acme.<wbr>example'],
  ['zero-width characters and soft hyphens', 'in\u200bfo\u00ad@acme.exam\u2060ple'],
  ['full-width signs', 'info＠acme．example'],
  ['square brackets', 'info [at] acme [dot] example'],
  ['round brackets', 'info(at)acme.example'],
  ['curly brackets', 'info{at}acme{dot}example'],
  ['German words', 'info(ät)acme(punkt)example'],
  ['Spanish words', 'info (arroba) acme (punto) example'],
  ['a single letter in brackets', 'info[a]acme.example'],
  ['the sign in brackets', 'info [@] acme.example'],
  ['words without brackets', 'Mail: info at acme dot example'],
  ['capital words', 'info AT acme DOT example'],
  ['dashes', 'info-at-acme.example'],
  ['spaces around the signs', 'info @ acme . example'],
  ['a picture of the sign', 'info<img src="at.gif" alt="@">acme.example'],
  ['an icon of the sign', 'info<i class="fa fa-at"></i>acme.example'],
  ['a picture of all of it', '<img src="mail.png" alt="info@acme.example">'],
  [
    'Cloudflare in an attribute',
    `<span data-cfemail="${cloudflare('info@acme.example')}">[email&#160;protected]</span>`,
  ],
  [
    'Cloudflare in a link',
    `<a href="/cdn-cgi/l/email-protection#${cloudflare('info@acme.example')}">Write</a>`,
  ],
  [
    'Cloudflare in an absolute link with a subject',
    `<a href="https://acme.example/cdn-cgi/l/email-protection#${cloudflare('info@acme.example?subject=a@b.example')}">Write</a>`,
  ],
  ['a hidden piece', 'info<span style="display: none">-nothing</span>@acme.example'],
  ['a piece hidden by a class', '<style>.x{display:none}</style>info<b class="x">-nothing</b>@acme.example'],
  [
    'a piece hidden below an element',
    '<style>p.mail > span.x { display:none }</style><p class="mail">info<span class="x">.no</span>@acme.example</p>',
  ],
  ['letters backwards', '<span style="unicode-bidi:bidi-override; direction:rtl">elpmaxe.emca@ofni</span>'],
  ['a paragraph backwards', '<p style="unicode-bidi:bidi-override;direction:rtl">elpmaxe.emca@ofni</p>'],
  [
    'letters backwards by a class',
    '<style>.r{direction:rtl;unicode-bidi:bidi-override}</style><span class="r">elpmaxe.emca@ofni</span>',
  ],
  [
    'text of a style sheet',
    '<style>.m::before{content: attr(data-a) "\\0040" attr(data-b)}</style><span class="m" data-a="info" data-b="acme.example"></span>',
  ],
  ['parts in attributes', '<a href="#" data-user="info" data-domain="acme.example">Write</a>'],
  [
    'three parts in attributes',
    '<a href="#" data-mail-name="info" data-mail-domain="acme" data-mail-tld="example">Write</a>',
  ],
  ['parts backwards in attributes', '<a href="#" data-user="ofni" data-domain="elpmaxe.emca">Write</a>'],
  ['an attribute', '<a href="#" data-email="info@acme.example">Write</a>'],
  ['base64 in an attribute', `<a href="#" data-mail="${base64('info@acme.example')}">Write</a>`],
  [
    'base64 of a link in an attribute',
    `<a href="#" data-href="${base64('mailto:info@acme.example')}">Write</a>`,
  ],
  ['half the alphabet in an attribute', '<a href="#" data-enc-email="vasb[at]npzr.rknzcyr">Write</a>'],
  [
    'TYPO3 in a link',
    `<a href="javascript:linkTo_UnCryptMailto('${typo3('mailto:info@acme.example', -3)}');">Write</a>`,
  ],
  [
    'TYPO3 in an attribute',
    `<a href="#" data-mailto-token="${typo3('mailto:info@acme.example', 1)}" data-mailto-vector="1">Write</a>`,
  ],
  [
    'Joomla in an element',
    `<joomla-hidden-mail first="${base64('info')}" last="${base64('acme.example')}"></joomla-hidden-mail>`,
  ],
  [
    'Joomla in a script',
    `<script>var addy7 = 'in' + '&#102;' + 'o' + '&#64;'; addy7 = addy7 + 'acme' + '&#46;' + 'example';</script>`,
  ],
  ['character codes', `<script>document.write(String.fromCharCode(${codes('info@acme.example')}))</script>`],
  [
    'character codes applied',
    `<script>var m = String.fromCharCode.apply(null, [${codes('info@acme.example')}])</script>`,
  ],
  [
    'a list of codes',
    `<script>el.href = [${codes('mailto:info@acme.example')}].map(function (c) { return String.fromCharCode(c) }).join('')</script>`,
  ],
  ['a sum', `<script>var a = 'info' + '@' + 'acme' + '.' + "example";</script>`],
  [
    'variables',
    `<script>const user = 'info', host = 'acme'; let tld = "example"; document.write('<a href="mail' + 'to:' + user + '@' + host + '.' + tld + '">')</script>`,
  ],
  [
    'variables that are put together elsewhere',
    `<script>var user = "info"; var domain = "acme.example"; show("mailto", user, "&#64;")</script>`,
  ],
  [
    'a function given to another',
    `<script>$(function () { var p = ['info', 'acme.example']; $('#m').attr('href', 'mailto:' + p.join('@')) })</script>`,
  ],
  [
    'an object',
    `<script>var m = {u: 'info', d: 'acme.example'}; go('mailto:' + m.u + '@' + m['d'])</script>`,
  ],
  ['a template', `<script>const u = "info", d = "acme.example"; open(\`mailto:\${u}@\${d}\`)</script>`],
  [
    'a script with a quote in a pattern before',
    `<script>if (a && /it's/.test(b)) c(); var m = 'info' + '@' + 'acme.example'</script>`,
  ],
  [
    'a script with a slash that begins no pattern',
    `<script>a = {{/if}} + 'info' + '@' + 'acme.example'</script>`,
  ],
  ['base64 in a script', `<script>a.href = atob('${base64('mailto:info@acme.example')}')</script>`],
  [
    'entities put together sign by sign',
    `<script>document.write(${[...'<a href="mailto:info&#64;acme.example">'].map((sign) => `'${sign}'`).join('+')})</script>`,
  ],
  ['escapes', `<script>document.write(unescape('%69%6e%66%6f%40acme.example'))</script>`],
  ['escapes of texts', '<script>var m = "\\x69nfo\\u0040acme.example"</script>'],
  [
    'letters backwards in a script',
    `<script>var m = "elpmaxe.emca@ofni".split('').reverse().join('')</script>`,
  ],
  ['replaced signs', `<script>var m = 'info#acme!example'.replace('#', '@').replace(/!/g, '.')</script>`],
  [
    'several writes',
    `<script>document.write('<a href="mailto:info'); document.write('@'); document.write('acme.example">')</script>`,
  ],
  [
    'half the alphabet in a script',
    `<script>document.write("<n uers=\\"znvygb:vasb@npzr.rknzcyr\\">".replace(/[a-zA-Z]/g, function (c) { return String.fromCharCode((c <= "Z" ? 90 : 122) >= (c = c.charCodeAt(0) + 13) ? c : c - 26) }))</script>`,
  ],
  ['a script in a text', `<script>eval(unescape('%76ar x="info"+"@acme.example"'))</script>`],
  ['a click', `<a href="#" onclick="sendMail('info', 'acme.example')">Write</a>`],
  ['a click with a sum', `<a onclick="location.href='mai'+'lto:'+'info'+'@'+'acme.example'">Write</a>`],
  ['a link with code', `<a href="javascript:void(location.href='mailto:'+'info'+'@acme.example')">Write</a>`],
  [
    'JSON-LD',
    '<script type="application/ld+json">{"@type":"LocalBusiness","email":"mailto:info@acme.example"}</script>',
  ],
  [
    'a contact point',
    '<script type="application/ld+json">{"@type":"Organization","contactPoint":{"@type":"ContactPoint","email":"info@acme.example"}}</script>',
  ],
  [
    'state of a page',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"email":"info@acme.example"}}</script>',
  ],
  [
    'microdata',
    '<div itemscope itemtype="https://schema.org/Organization"><meta itemprop="email" content="info@acme.example"></div>',
  ],
  [
    'hCard',
    '<div class="vcard"><b class="fn org">Acme</b><a class="email" href="mailto:info@acme.example">Write</a></div>',
  ],
  [
    'a contact file in a link',
    '<a href="data:text/vcard,BEGIN:VCARD%0AFN:Jo Sample%0AEMAIL;TYPE=work:info@acme.example%0AEND:VCARD">Card</a>',
  ],
  ['words that show when pointed at', '<span title="info@acme.example">info@ac…</span>'],
  ['the web site glued to the end', 'info@acme.examplewww.acme.example'],
  ['a meta element', '<meta name="contact" content="info@acme.example">'],
  ['a choice of receivers', '<select><option value="info@acme.example">Office</option></select>'],
  ['a field that shows it', '<input value="info@acme.example" readonly>'],
]

/** None of these is an address of anybody. */
const TRAPS: [string, string][] = [
  [
    'pictures for sharp screens',
    '<img src="logo@2x.png" srcset="sprite@1.5x.jpg 2x" data-src="hero@3x.webp"> icon@2x.png',
  ],
  ['versions of packages', '<p>pkg@1.2.3, react@18.2.0-rc.1, @scope/lib@2.0</p>'],
  ['clone addresses', '<p>git@github.com:acme/site.git and git@gitlab.com:a/b</p>'],
  [
    'users in addresses',
    '<p>https://user:secret@acme.example/ ftp://jane@files.acme.example ssh://root@host.acme.example</p>',
  ],
  [
    'names in networks',
    '<p>@acme, @jane@social.acme.example <a href="https://social.acme.example/@jane">jane@social.acme.example</a></p>',
  ],
  [
    'error reports',
    '<script>init({dsn: "https://0123456789abcdef0123456789abcdef@o123.ingest.sentry.io/42"})</script>',
  ],
  [
    'hashes',
    '<p>605a7baede844d278b89dc95ae0a9123@sentry-next.wixpress.com 5f3c2a1b9d8e7f60@acme.example</p>',
  ],
  ['message ids', '<p>CAF4b1Wq0x@mail.gmail.com</p>'],
  ['rules of style sheets', '<style>@media print{a{color:red}} @import url(x.css);</style>'],
  [
    'cut addresses',
    '<p>kontakt@acker.....kat.example kontakt@ackersynd...t.example info@… hello@acme.example… …fo@acme.example</p>',
  ],
  ['masked addresses', '<p>j***e@acme.example ••••@acme.example</p>'],
  [
    'domains that cannot be',
    '<p>jane@localhost jane@acme.invalidtld jane@acme jane@192.168.0.1 jane@-acme.example</p>',
  ],
  [
    'examples',
    '<p>you@example.com name@domain.com your.name@yourdomain.com max.mustermann@beispiel.de john.doe@company.com email@email.com nombre@ejemplo.es</p>',
  ],
  [
    'names that nobody has',
    '<p>vorname.nachname@acme.example firstname.lastname@acme.example yourname@acme.example</p>',
  ],
  [
    'examples in fields',
    '<input type="email" placeholder="jane@acme.example" title="jane@acme.example"><input value="jane@other.example">',
  ],
  [
    'prose',
    '<p>Meet us at acme.example or at example.com. Look at acme.example. Our office at acme.example. See you @ acme.example. Section (a) acme.example</p><p>10 @ acme.example</p><p>Friday @ cafe.example</p>',
  ],
  ['a name of a host', '<p>www.look-at-me.example, stay-at-home.example</p>'],
  [
    'a hidden trap',
    '<p style="display:none">trap-for-robots@acme.example</p><a hidden href="mailto:robots@acme.example">x</a>',
  ],
  [
    'code of others',
    '<pre>ssh root@server.example</pre><code>user1@host.example</code>'.replaceAll('.example', '.net'),
  ],
  ['comments of scripts', '<script>/* jane@acme.example */ // joe@acme.example\n var a = 1</script>'],
  ['authors of libraries', '<script>var license = "(c) Jane Sample <jane@library.dev>"</script>'],
  [
    'parts of unknown texts',
    `<script>var m = prefix + 'fo@acme.example'; var n = 'info@acme.' + suffix</script>`,
  ],
  ['addresses of maps', '<a href="https://maps.example/@52.52,13.40,15z">Map</a>'],
]

describe('findEmails', () => {
  it.each(FORMS)('reads %s', (_, html) => {
    expect(found(html)).toEqual(['info@acme.example'])
  })

  it.each(TRAPS)('is not taken in by %s', (_, html) => {
    expect(found(html)).toEqual([])
  })

  it('reads every recipient of a mail link, but not its text', () => {
    const link =
      'mailto:a.b@acme.example,%20c@acme.example;d@acme.example?cc=e@acme.example&amp;bcc=f%40acme.example&amp;body=g@acme.example'
    expect(found(`<a href="${link}">Write</a>`)).toEqual(
      ['a.b', 'c', 'd', 'e', 'f'].map((name) => `${name}@acme.example`),
    )
  })

  it('keeps the local part as written and the domain in ASCII and lower case', () => {
    expect(found('Jobs+Berlin@ACME.Example')).toEqual(['Jobs+Berlin@acme.example'])
    expect(found('info@bücher.example and почта@пример.рф', 'https://bücher.example/')).toEqual([
      'info@xn--bcher-kva.example',
      'почта@xn--e1afmkfd.xn--p1ai',
    ])
  })

  it('takes reserved names only on web sites that live on one', () => {
    expect(found('info@acme.example', 'https://www.shop.de/')).toEqual([])
    expect(found('info@example.com', 'https://example.com/')).toEqual(['info@example.com'])
    expect(found('info@shop.de', 'https://www.shop.de/')).toEqual(['info@shop.de'])
  })

  it('gives the method, the element and the words around an address', () => {
    const page = parsePage(
      PAGE,
      '<h2>Press</h2><p>Jane Sample, <a href="mailto:press@acme.example">write</a></p>',
    )
    const [email] = findEmails(page)
    expect(email).toMatchObject({ value: 'press@acme.example', method: 'mailto', at: { tag: 'a' } })
    expect(email?.context).toContain('Press')
    expect(email?.context).toContain('Jane Sample')
    expect(methods('<b>info</b>@acme.example')).toEqual(['split_markup info@acme.example'])
    expect(methods('info [at] acme.example')).toEqual(['obfuscated_text info@acme.example'])
  })

  it('reads hidden parts that open, such as tabs and dialogs', () => {
    const words =
      'Our office in the old harbour is open on weekdays from nine to five and on Saturdays until noon. '
    expect(
      found(`<div class="tab" style="display:none"><p>${words}${words}</p><p>info@acme.example</p></div>`),
    ).toEqual(['info@acme.example'])
  })

  const nasty = fc.array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '@',
          ' at ',
          '[at]',
          '(dot)',
          '.',
          '..',
          'info',
          'acme.example',
          'mailto:',
          '&#64;',
          '%40',
          '\u00ad',
          '<b>',
          '</b>',
          '<p>',
        ],
        ...[
          '<script>',
          '</script>',
          'String.fromCharCode(',
          ')',
          '[',
          ']',
          '{',
          '}',
          '`',
          '${',
          '"',
          "'",
          '+',
          '\\u',
          '/*',
          '//',
          '.join(',
        ],
        ...[
          '<style>',
          '</style>',
          '<a href="',
          '">',
          'data-mail="',
          '<span hidden>',
          'eval(',
          'atob(',
          'x=x.concat(x);',
          'a+=a;',
          ';',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 120 },
  )

  it('never throws, whatever the page', () => {
    fc.assert(
      fc.property(nasty, (pieces) => {
        for (const { value } of findEmails(parsePage(PAGE, pieces.join(''))))
          expect(value).toMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    '@',
    'a@',
    'a@b.',
    'a.@',
    ' at ',
    'a [at] ',
    'x (dot) ',
    'info @ acme . ',
    '<span hidden>a</span>@',
    '<b>a',
    '<div hidden>',
    '<a href="mailto:',
    'mailto:a@b;',
    '<style>@{',
    '<style>/*',
    '<script>a=a+"x@y";',
    '<script>x=[x,x];x=x.concat(x).join("@@@@@@@@");',
    '<script>((((',
    '<script>[[[[',
    '<script>f(function(){',
    '<script>`${`${',
    '<script>(/[',
    '<script>\\',
    '<script>eval("eval(\\"',
  ])('finishes on a page full of %j', (piece) => {
    const page = parsePage(PAGE, piece.repeat(Math.ceil(150_000 / piece.length)))
    expect(findEmails(page).length).toBeLessThanOrEqual(1_000)
  })
})
