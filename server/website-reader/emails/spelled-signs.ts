/** Words for the sign @, as people write them in brackets. */
const AT_WORDS = `at ät æt aet a @ arroba arobas arobase chiocciola chiocciolina klammeraffe affenschwanz apenstaartje apestaart
  snabel-?a snabela kukac zavin[aá]č zavinac ma[lł]pa miukumauku собака собачка эт ат et kuyruklu παπάκι アット 圈a at-zeichen at-sign`
/** Words for the dot. */
const DOT_WORDS = `dot d0t punkt punto ponto point punt punct tečka tecka bodka kropka prik piste pont pika nokta точка крапка τελεία
  ドット 点 dot-com point-com \\.`

const joinAlternatives = (words: string): string => words.split(/\s+/).join('|')
const OPENING = '[\\[({<|_*~«‹【（"“-]'
const CLOSING = '[\\])}>|_*~»›】）"”-]'
const bracketWords = (words: string): string =>
  `${OPENING}{1,3} ?-?(?:${joinAlternatives(words)})-? ?${CLOSING}{1,3}`

/** @ in brackets of any kind: `[at]`, `(arroba)`, `{ä}`; a space inside is allowed. */
export const AT_BRACKETED = new RegExp(bracketWords(AT_WORDS), 'giu')
/** @ as a word of its own, and @ between spaces. */
export const AT_BARE = / (?:at|arroba|arobase|chiocciola|snabel-a|zavináč|małpa|kukac|собака|ät) | ?@ | @/giu
/** `.` in brackets, right here. */
export const DOT_BRACKETED_HERE = new RegExp(`\\s?${bracketWords(DOT_WORDS)}\\s?`, 'iuy')
/** `.` as a word, right here. */
export const DOT_BARE_HERE =
  /\s(?:dot|d0t|punkt|punto|ponto|point|punt|tečka|kropka|prik|точка)\s(?=[\p{L}\d])/iuy
/** `.`, `. ` and ` . ` right here. */
export const DOT_SPACED_HERE = /\s?\.\s?(?=[\p{L}\d])/uy
/** A dot that ends right before the name that follows. */
export const DOT_BEFORE = new RegExp(
  `(?:\\s?${bracketWords(DOT_WORDS)}\\s?|\\s(?:dot|punkt|punto|ponto|point|punt)\\s)$`,
  'iu',
)
/** Whether a text may hold a spelled-out sign at all. */
export const MAYBE_SPELLED = new RegExp(
  `${bracketWords(AT_WORDS)}| (?:at|arroba|arobase|chiocciola|snabel-a|zavináč|małpa|kukac|собака|ät) |@ | @`,
  'iu',
)

/** Words before "at" in prose; nobody's mailbox is called so. */
export const PROSE_WORDS: ReadonlySet<string> = new Set(
  `us twitter instagram facebook bluesky mastodon threads tiktok youtube github telegram linkedin follow us me him her them it you we they who what this that these those here there one ones all more look looks looking looked meet meets
  visit visits available arrive arrives arrived be is are was were been being hosted live lives work works working worked worker
  join find found online read see seen shop store buy order sign signup register login now back learn listen watch order
  stay follow available and or the a an of on in to from with by for not only also even just out up down even good great best
  directly today tomorrow yesterday later day night based office's students studies studied professor engineer manager director
  developer president founder partner lead head ceo cto employees time times event events meeting conference page site website
  webseite seite uns mich ihn sie wir und oder der die das bei auf im am zu von mit für nous vous moi et ou le la les chez sur`.split(
    /\s+/,
  ),
)
