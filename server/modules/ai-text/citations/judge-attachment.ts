import { isStop, matches } from './token-match.ts'
import { type Token, tokensOf } from './tokens.ts'

const PREPOSITIONS = new Set('in at for to from with on near von für in bei mit aus à pour avec'.split(' '))
const ARTICLES = new Set(
  'the a an its our their your his her der die das den dem la le les el los'.split(' '),
)
const PARTS = /[,;:]|\s(?:and|or|while|but|und|oder|et|ou|y)\s/iu

/** A preposition with what follows it: "in Berlin". */
interface Place {
  preposition: string
  object: Token
}

function placesOf(tokens: readonly Token[]): Place[] {
  return tokens.flatMap(({ word }, at) => {
    if (!PREPOSITIONS.has(word)) return []
    const object = tokens.slice(at + 1).find((one) => !ARTICLES.has(one.word))
    return object && object.number === null && !isStop(object) ? [{ preposition: word, object }] : []
  })
}

const wordsOf = (tokens: readonly Token[]) => tokens.filter((token) => !isStop(token))

/**
 * Whether what a sentence joins by a preposition is joined in its source: "40 people in Berlin" is not said by "40
 * people in Bonn and an office in Berlin".
 */
export function keepsPlaces(sentence: readonly Token[], content: readonly Token[], text: string): boolean {
  const parts = text.split(PARTS).map((part) => tokensOf(part))
  if (parts.length < 2) return true
  return placesOf(sentence).every(({ preposition, object }) => {
    const isIt = (place: Place) => place.preposition === preposition && matches(object, place.object)
    const own = parts.filter((part) => placesOf(part).some(isIt))
    const [part] = own
    if (own.length !== 1 || !part) return true
    const objects = placesOf(part).map((place) => place.object)
    // "To hotels and to schools" goes on with what stands before.
    if (wordsOf(part).every((word) => objects.includes(word))) return true
    const others = content.filter((token) => token !== object && !part.some((word) => matches(token, word)))
    return !parts.some(
      (other) =>
        other !== part &&
        others.some((token) => other.some((word) => matches(token, word))) &&
        placesOf(other).some(
          (place) =>
            place.preposition === preposition && !sentence.some((token) => matches(token, place.object)),
        ),
    )
  })
}
