import type { TrainingLanguage } from '#contract/ai/ai-training.ts'

/** Words in almost every text of a language and rarely in others. */
const COMMON: Record<Exclude<TrainingLanguage, 'simple'>, string> = {
  english:
    'the and of to in is that for with are this you your our we have from not which been their will on at by or it be do can was has they',
  german:
    'der die das und ist nicht mit ein eine wir sie für auf den dem von zu werden sich auch unsere bei wird',
  french: 'le la les et est des une dans pour nous vous avec sur pas que qui sont notre votre du au aux plus',
  spanish: 'el los las y es una para con por que del nuestro más su son como está en nosotros usted pero sus',
  italian: 'il gli e è una per con che del della nostro sono non più le di nel dei delle alla come anche',
  portuguese: 'o os e é uma para com que do da dos das nosso não mais são em ao pela você também como seu',
  dutch: 'de het een en is niet voor met van wij zijn op te dat onze ook wordt bij uw naar maar deze',
  danish: 'og er det en at til for med ikke vi af som på den har vores kan du jeg blev efter hvor',
  swedish: 'och är det en att till för med inte vi av som på den har vår kan du jag blev efter ett',
  norwegian: 'og er det en å til for med ikke vi av som på den har vår kan du jeg ble etter et',
  finnish: 'ja on ei se että hän ovat tai kun mutta myös sekä olla meidän jos kuin niin tämä voi joka',
}
const WORDS = Object.entries(COMMON).map(
  ([language, words]) => [language as TrainingLanguage, new Set(words.split(' '))] as const,
)
/** Words of a text that are examined. */
const MAX_WORDS = 3000
/** Minimum number of common words. */
const FEWEST = 2
/** Required lead of the best over the second. */
const AHEAD = 1.15

/**
 * The language of a text by its most common words. `simple`, which searches words unstemmed, where these are too
 * few or two languages are equally likely.
 */
export function findLanguage(text: string): TrainingLanguage {
  const words =
    text
      .slice(0, MAX_WORDS * 8)
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  const scores = WORDS.map(([language, common]) => ({
    language,
    hits: words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0),
  })).sort((a, b) => b.hits - a.hits)
  const [best, next] = scores
  if (!best || !next || best.hits < FEWEST || best.hits < words.length * 0.05) return 'simple'
  return best.hits >= next.hits * AHEAD ? best.language : 'simple'
}
