import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { detectPageLanguage } from './page-language.ts'

const language = (html: string): string | null => detectPageLanguage(parsePage('https://acme.example/', html))

describe('detectPageLanguage', () => {
  it.each([
    [
      'de',
      '<h1>Impressum</h1><p>Angaben gemäß § 5</p><p>Vertreten durch: Ada Sample</p><h2>Kontakt</h2><p>Telefon und Anfahrt</p>',
    ],
    [
      'fr',
      '<p>Nous vous accueillons du lundi au vendredi dans les locaux de notre association.</p><p>Mentions légales</p>',
    ],
    [
      'es',
      '<p>Somos una empresa familiar con más de veinte años. Nuestro horario y los servicios que ofrecemos.</p>',
    ],
    [
      'pl',
      '<p>Nasza firma jest na rynku od lat. Oferta usług dla firm oraz kontakt telefoniczny, strona główna.</p>',
    ],
    ['el', '<p>Καλώς ήρθατε στην ιστοσελίδα μας, επικοινωνία και διεύθυνση</p>'],
    ['ja', '<p>わたしたちのホームページへようこそ。お問い合わせはこちらまで</p>'],
  ])('detects %s by its words', (expected, html) => {
    expect(language(html)).toBe(expected)
    // Templates say that they are in English.
    expect(language(`<html lang="en">${html}`)).toBe(expected)
  })

  it('keeps the declared language when the text agrees or says too little', () => {
    expect(
      language('<html lang="de-at"><p>Wir sind für Sie da und freuen uns auf Ihre Anfrage bei uns</p>'),
    ).toBe('de-at')
    expect(language('<html lang="en-gb"><p>Acme</p>')).toBe('en-gb')
    expect(language('<p>Acme</p>')).toBeNull()
  })
})
