/** Letters that are written with two in addresses, or with their base letter: both are tried. */
const DIGRAPHS: Record<string, readonly string[]> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u'],
  ø: ['o', 'oe'],
  å: ['a', 'aa'],
  æ: ['ae', 'a'],
  œ: ['oe', 'o'],
}
const SINGLE: Record<string, string> = { ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ə: 'e', ŋ: 'ng' }
const CYRILLIC: Record<string, string> = Object.fromEntries(
  'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ye ж=zh з=z и=i і=i ї=yi й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ў=u'
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)
const GREEK: Record<string, string> = Object.fromEntries(
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)

/**
 * A word of a name in the letters of addresses: lower case a to z and hyphens. The first answer is the likelier one;
 * a second follows where a letter is written in two ways (`Müller`: `mueller`, `muller`). Empty for scripts that have
 * no letter-by-letter reading.
 */
export function foldName(word: string): string[] {
  const lower = word.normalize('NFC').toLowerCase()
  const folded = [0, 1].map((choice) => [...lower].map((letter) => spellLetter(letter, choice)).join(''))
  return [...new Set(folded.map((text) => text.replace(/^-+|-+$/g, '')))].filter(
    (text) => text !== '' && !text.includes('?'),
  )
}

function spellLetter(letter: string, choice: number): string {
  if ((letter >= 'a' && letter <= 'z') || letter === '-') return letter
  if (/['’ʼ`´.\s\p{M}]/u.test(letter)) return ''
  const pair = DIGRAPHS[letter]
  if (pair) return pair[choice] ?? ''
  const known = SINGLE[letter] ?? CYRILLIC[letter] ?? GREEK[letter]
  if (known !== undefined) return known
  const base = letter.normalize('NFD').replace(/\p{M}+/gu, '')
  if (base === letter || base === '') return '?'
  return [...base].map((part) => spellLetter(part, choice)).join('')
}
