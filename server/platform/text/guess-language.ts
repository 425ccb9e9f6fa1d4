import type { AiLanguage } from '#contract/ai/ai-prompt-types.ts'

const MARKS: Record<AiLanguage, string> = {
  en: 'the and of is are with your you for that this was have has not from it on to in at their be which',
  de: 'der die das und ist sind mit ihr ihre sie für nicht ein eine auf von zu den dem wird auch bei wir im',
  fr: 'le la les et est sont avec votre vous pour pas un une des du que dans sur nous au aux par',
  es: 'el los las y es son con su usted para no un una del que en por se como más sus',
  it: 'il lo gli e è sono con vostro voi per non un una della che nel di da come più',
  nl: 'de het en is zijn met uw u voor niet een van dat op te bij wij ook naar',
  pt: 'o os as e é são com seu você para não um uma do da que em por mais como',
}
const WORDS = Object.entries(MARKS).map(([language, words]) => [language, new Set(words.split(' '))] as const)
/** Fewer matching words don't identify a language. */
const MIN_WORDS = 3

/** The language of a text by its most common words; null when it is too short. */
export function guessLanguage(text: string): AiLanguage | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = WORDS.map(([language, marks]) => ({
    language: language as AiLanguage,
    hits: words.filter((word) => marks.has(word)).length,
  })).toSorted((a, b) => b.hits - a.hits)
  const [best, second] = counted
  if (!best || best.hits < MIN_WORDS || best.hits === second?.hits) return null
  return best.language
}
