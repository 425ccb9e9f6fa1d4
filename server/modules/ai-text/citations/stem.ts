const ENDINGS = [
  'ization',
  'isation',
  'fulness',
  'ations',
  'ements',
  'ation',
  'ement',
  'ingly',
  'ments',
  'ness',
  'ment',
  'ings',
  'ists',
  'ions',
  'able',
  'ible',
  'edly',
  'ally',
  'ing',
  'ist',
  'ion',
  'ers',
  'ed',
  'er',
  'es',
  'ly',
  'en',
  'or',
  's',
  'e',
  'y',
  'n',
] as const
const SHORTEST = 3
const DOUBLED = /([bdfgklmnprst])\1$/

/**
 * The bare beginning of a word, by taking common endings off: enough to know "baking", "bakes" and "baked" for one. Two
 * words with the same beginning are taken for one, so what must differ stands in the lists of opposites.
 */
export function stem(word: string): string {
  // "Supplies" is "supply", and "attorneys" is "attorney".
  let bare = word
    .replace(/['’].*$/, '')
    .replace(/(?<=\p{L}{3})ie[sd]$/u, 'y')
    .replace(/(?<=\p{L}{3}[^s])s$/u, '')
  for (let round = 0; round < 2; round += 1) {
    const ending = ENDINGS.find((one) => bare.endsWith(one) && bare.length - one.length >= SHORTEST)
    if (!ending) break
    bare = bare.slice(0, -ending.length)
  }
  return bare.replace(DOUBLED, '$1').replace(/i$/, '')
}
