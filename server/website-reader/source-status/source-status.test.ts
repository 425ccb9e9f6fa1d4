import { describe, expect, it } from 'vitest'
import { getPageLines } from '../page/page-lines.ts'
import { parsePage } from '../page/page-tree.ts'
import { readStatusAt } from './source-status.ts'

/** Whose the value in the line that holds `words` is. */
function readStatus(html: string, words: string, path = '/'): string {
  const page = parsePage(`https://acme.example${path}`, html)
  const index = getPageLines(page).findIndex(({ text }) => text.includes(words))
  return readStatusAt(page, index, getPageLines(page)[index]?.text.indexOf(words) ?? 0)
}

describe('the status of a value', () => {
  it.each([
    'Sito web creato da',
    'Webseite von',
    'Autor strony:',
    'Site réalisé par',
    'Diseñado por',
    'Разработано',
    'Theme by',
  ])('is foreign after "%s"', (credit) => {
    expect(readStatus(`<footer><p>${credit} Ada Sample, ada@other.example</p></footer>`, 'ada@')).toBe(
      'foreign',
    )
  })

  it('is foreign under words for emergency help', () => {
    expect(readStatus('<h2>Prevención del suicidio</h2><p>Tel. (54-11) 5555 0100</p>', '(54-11)')).toBe(
      'foreign',
    )
  })

  it('is foreign under the names of chambers', () => {
    expect(readStatus('<p>Zuständige Kammer: Ärztekammer Sample, Tel. 0211 123456</p>', '0211')).toBe(
      'foreign',
    )
    expect(readStatus('<p>Kassenärztliche Vereinigung Sample, Tel. 0211 123456</p>', '0211')).toBe('foreign')
    expect(readStatus('<p>Handwerkskammer Sample, Tel. 0211 123456</p>', '0211')).toBe('foreign')
  })

  it('is doubtful in a block with the address and domain of another company', () => {
    const block = '<p>Other Ltd<br>12345 Sampletown<br>www.other.example<br>Tel. 030 123456</p>'
    expect(readStatus(block, '030')).toBe('doubtful')
    expect(readStatus(`<h2>Diensteanbieter</h2>${block}`, '030')).toBe('body')
    expect(readStatus(`<h2>Data controller</h2>${block}`, '030')).toBe('body')
  })

  it('isn’t doubtful for a mailbox at a free provider', () => {
    expect(
      readStatus('<p>Acme<br>12345 Sampletown<br>acme.inc@gmail.com<br>Tel. 030 123456</p>', '030'),
    ).toBe('body')
  })
})
