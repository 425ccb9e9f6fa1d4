/** Phrases that address a model and not a reader, in the most common languages. */
const TO_A_MODEL: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions|context)\b/i,
  /\b(?:previous|prior|above|earlier|system)\s+(?:instructions?|prompts?|messages?)\b/i,
  /\b(?:you are|you're|act as|pretend to be|behave as|roleplay as)\b.{0,40}\b(?:ai|assistant|language model|llm|chatbot|gpt|dan)\b/i,
  /\bas an? (?:ai|assistant|language model|llm)\b/i,
  /\b(?:ai|llm|language model|assistant|chatbot)s?\b.{0,30}\b(?:must|should|shall|need to|are to|has to|have to)\b/i,
  /\b(?:reveal|print|repeat|output|show|leak)\b.{0,30}\b(?:system prompt|instructions|api keys?|secrets?|password)\b/i,
  /\b(?:respond|reply|answer|write|output)\b.{0,25}\b(?:only with|exactly|nothing but)\b/i,
  /\b(?:do not|don't|never)\b.{0,30}\b(?:tell|mention to|inform|reveal to)\b.{0,20}\b(?:user|human|reader)\b/i,
  /\bnew (?:instructions?|task|system prompt)\s*:/i,
  /<\|[a-z_]+\|>|\[\/?INST\]|<<SYS>>|^#{2,}\s*(?:system|instruction)s?\b|^(?:system|assistant)\s*:/im,
  /\b(?:ignorier\w*|vergiss|missachte\w*)\b.{0,40}\b(?:anweisung\w*|anleitung\w*|regeln|prompt\w*)\b/i,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions|consignes|règles)/i,
  /\b(?:ignora|olvida|ignore)\b.{0,40}\b(?:instrucciones|indicaciones|reglas|instruções|istruzioni|regole)\b/i,
]
const MAX_SENTENCES = 10
const LONGEST = 240
const SENTENCES = /[^\n.!?]{1,600}[.!?]*/g

/** Sentences that look like instructions to a model, at most 10. Nothing is removed: they are reported and kept as text. */
export function findInstructions(text: string): string[] {
  const found: string[] = []
  for (const [sentence] of text.matchAll(SENTENCES)) {
    const content = sentence.trim()
    if (content.length > 5 && TO_A_MODEL.some((phrase) => phrase.test(content)))
      found.push(content.slice(0, LONGEST))
    if (found.length === MAX_SENTENCES) break
  }
  return [...new Set(found)]
}
