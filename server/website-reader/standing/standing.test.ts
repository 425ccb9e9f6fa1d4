import { describe, expect, it } from 'vitest'
import { pageLines } from '../page/page-lines.ts'
import { parsePage } from '../page/page-tree.ts'
import { statusAt } from './standing.ts'

/** Whose the value in the line that holds `words` is. */
function standing(html: string, words: string, path = '/'): string {
  const page = parsePage(`https://acme.example${path}`, html)
  const index = pageLines(page).findIndex(({ text }) => text.includes(words))
  return statusAt(page, index, pageLines(page)[index]?.text.indexOf(words) ?? 0)
}

describe('whose a value is', () => {
  it.each([
    'Sito web creato da',
    'Webseite von',
    'Autor strony:',
    'Site réalisé par',
    'Diseñado por',
    'Разработано',
    'Theme by',
  ])('the maker’s after "%s"', (credit) => {
    expect(standing(`<footer><p>${credit} Ada Sample, ada@other.example</p></footer>`, 'ada@')).toBe(
      'foreign',
    )
  })

  it('others’ under words for help in need', () => {
    expect(standing('<h2>Prevención del suicidio</h2><p>Tel. (54-11) 5555 0100</p>', '(54-11)')).toBe(
      'foreign',
    )
  })

  it('others’ under the names of chambers', () => {
    expect(standing('<p>Zuständige Kammer: Ärztekammer Sample, Tel. 0211 123456</p>', '0211')).toBe('foreign')
    expect(standing('<p>Kassenärztliche Vereinigung Sample, Tel. 0211 123456</p>', '0211')).toBe('foreign')
    expect(standing('<p>Handwerkskammer Sample, Tel. 0211 123456</p>', '0211')).toBe('foreign')
  })

  it('doubtful in a block with the address and domain of another', () => {
    const block = '<p>Other Ltd<br>12345 Sampletown<br>www.other.example<br>Tel. 030 123456</p>'
    expect(standing(block, '030')).toBe('doubtful')
    expect(standing(`<h2>Diensteanbieter</h2>${block}`, '030')).toBe('body')
    expect(standing(`<h2>Data controller</h2>${block}`, '030')).toBe('body')
  })

  it('not doubtful for a mailbox at a free provider', () => {
    expect(standing('<p>Acme<br>12345 Sampletown<br>acme.inc@gmail.com<br>Tel. 030 123456</p>', '030')).toBe(
      'body',
    )
  })
})
