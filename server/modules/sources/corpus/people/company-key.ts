import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'

/** Legal forms at the end of a company's name, folded; multi-word ones with spaces. */
const LEGAL_FORMS = new Set(
  [
    'inc incorporated corp corporation co company ltd limited llc llp lp plc pllc pc pbc',
    'gmbh mbh ggmbh ag kg kgaa ohg gbr ug ev eg se',
    'sa sas sasu sarl eurl sca snc sl slu slp srl srls spa sapa ltda lda eireli cv',
    'bv nv vof oy oyj ab as asa aps oü ou uab sia kft zrt nyrt bt sro spol dd doo ood ead pte pty pvt kk bhd sdn jsc ojsc pjsc ooo',
  ]
    .join(' ')
    .split(' ')
    .map(foldText),
)
/** Forms written with dots or spaces: `S.A.`, `Sp. z o.o.`. */
const SPACED_FORMS = [
  's a de c v',
  's a p i de c v',
  's de r l de c v',
  'sp z o o sp k',
  'sp z o o',
  'spolka z o o',
  's p a',
  's r l',
  's r o',
  's a r l',
  's a s',
  's a',
  's l',
  's l u',
  's c',
  'b v',
  'n v',
  'a s',
  'd o o',
  'd d',
  'e v',
  'e k',
  'k k',
  'l l c',
  'l t d',
  'p l c',
  'u g haftungsbeschrankt',
  'haftungsbeschrankt',
  'co kg',
  'co kgaa',
  'co ohg',
  'u co kg',
  'und co kg',
  'et cie',
  'y cia',
]

function withoutForm(key: string): string {
  const spaced = SPACED_FORMS.find((form) => key.endsWith(` ${form}`))
  if (spaced) return key.slice(0, -spaced.length - 1)
  const last = key.lastIndexOf(' ')
  return last > 0 && LEGAL_FORMS.has(key.slice(last + 1)) ? key.slice(0, last) : key
}

/** A company name normalized for comparison: folded, without trailing legal forms. `"Müller & Co. KG"` is `"muller"`. */
export const companyKey: (name: string) => string = memoize((name: string) => {
  let key = foldText(name)
  for (;;) {
    const shorter = withoutForm(key)
    if (shorter === key || shorter === '') return key
    key = shorter
  }
})
