import { describe, expect, it } from 'vitest'
import { createLinkRank } from './rank-links.ts'

const rankLink = createLinkRank('acme.example')

const rank = (path: string, text = '', from: 'page' | 'sitemap' = 'page', depth = 1): number | null =>
  rankLink({ url: new URL(path, 'https://acme.example/'), text, rel: '', depth, from })
const of = (path: string, text = ''): number => rank(path, text) ?? Number.NEGATIVE_INFINITY

describe('rankLink', () => {
  it('ranks contact, imprint, people and about pages first and large sections last', () => {
    const order = [
      '/contact',
      '/impressum',
      '/team',
      '/about-us',
      '/locations',
      '/privacy',
      '/widgets',
      '/blog/2024/05/widgets',
    ]
    const ranks = order.map((path) => of(path))
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    expect(new Set(ranks).size).toBe(order.length)
  })

  it.each([
    ...[
      '/contact-us.html',
      '/de/kontakt/',
      '/contacto',
      '/contactez-nous',
      '/contatti.php',
      '/fale-conosco',
      '/yhteystiedot',
      '/kapcsolat',
      '/iletisim',
    ],
    ...[
      '/%D0%BA%D0%BE%D0%BD%D1%82%D0%B0%D0%BA%D1%82%D1%8B',
      '/お問い合わせ',
      '/联系我们',
      '/문의',
      '/επικοινωνία',
      '/اتصل-بنا',
      '/צור-קשר',
      '/ueber-uns/kontakt',
    ],
  ])('ranks %s as a contact page', (path) => {
    expect(of(path)).toBeGreaterThan(90)
  })

  it.each([
    'Kontakt',
    'Contact us',
    'Nous contacter',
    'Связаться с нами',
    'お問い合わせはこちら',
    'Über uns',
    'Mentions légales',
    'Our team',
    'Impressum',
  ])('ranks a link called %j by its text', (text) => {
    expect(of('/p/123', text)).toBeGreaterThan(70)
  })

  it('ranks people below the team page before other pages', () => {
    expect(of('/team/jane-sample')).toBeGreaterThan(of('/widgets'))
  })

  it('isn’t misled by headlines and products', () => {
    expect(of('/blog/how-to-contact-aliens')).toBeLessThan(of('/widgets'))
    expect(of('/shop/team-shirt')).toBeLessThan(of('/contact'))
    expect(of('/x', 'Why our team of nine people left the company for good in the middle of winter')).toBe(
      of('/x'),
    )
  })

  it('prefers linked pages to those that only the sitemap names, and near ones', () => {
    expect(rank('/widgets', '', 'sitemap')).toBeLessThan(of('/widgets'))
    expect(rank('/widgets', '', 'page', 3)).toBeLessThan(of('/widgets'))
  })

  it.each([
    ...[
      '/a.pdf',
      '/a.JPG',
      '/feed',
      '/login',
      '/cart/add',
      '/wp-json/x',
      '/wp-login.php',
      '/cdn-cgi/l/email-protection',
      'mailto:info@acme.example',
    ],
    ...['javascript:void(0)', 'tel:+12025550100', '/style.css', '/data.json'],
  ])('leaves out %s', (path) => {
    expect(rank(path)).toBeNull()
  })

  it('ranks other hosts after the main one', () => {
    expect(of('https://docs.acme.example/widgets')).toBeLessThan(of('https://www.acme.example/widgets'))
  })

  it('ranks contact files', () => {
    expect(of('/cards/jane.vcf')).toBeGreaterThan(of('/widgets'))
  })
})
