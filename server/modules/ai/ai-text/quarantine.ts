const INVISIBLE = /(?:\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5])/gu
const TAGS = /<\/?[a-z!][^<>]{0,500}>/giu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Removes everything between `<!--` and `-->`, in one pass for any number of either. */
function withoutComments(text: string): string {
  let plain = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return plain + text.slice(from)
    plain += `${text.slice(from, start)} `
    from = end + 3
  }
}

/** Third-party text as plain words, without tags and invisible characters. */
export const plainText = (text: string): string =>
  withoutComments(text.toWellFormed().normalize('NFKC').replace(INVISIBLE, ''))
    .replace(CONTROL, ' ')
    .replace(TAGS, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()

const READER =
  '(?:ai|a\\.i\\.|llms?|language models?|assistants?|chat ?bots?|chatgpt|gpt|bots?|crawlers?|agents?|scrapers?|summari[sz]ers?|models?)'
const RESULT =
  '(?:answers?|replies|reply|responses?|summar(?:y|ies)|outputs?|first lines?|subject lines?|completions?|generated \\w+)'

/** Patterns of texts that address a program instead of a reader, in the most common languages. */
const SPEAKS_TO_PROGRAMS = [
  /\b(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|cancel|drop)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines|directives?|above|previous|prior|preceding|earlier|constraints?|everything (?:before|above|you))\b/,
  /\b(?:you are now|you are no longer|from now on,? you|act as (?:an?|if|the)|pretend (?:to be|you|that)|role-?play|new (?:instructions?|persona|system|directive|task for you)|your (?:new )?(?:task|instructions?|goal|job|role) (?:is|are)(?: now)?\b|switch to .{0,20}mode|(?:developer|admin|debug|dan|god|sudo|maintenance) mode|jailbreak|prompt injection)/,
  /(?:^|[\n.!?]\s*|[#*[({"']\s*)(?:system|developer|assistant|admin|root)\s*(?:prompt|message|instruction|note|override|update|notice|command)?\s*(?::|\]|>|=>)/,
  /\b(?:system|hidden|secret|initial|original) (?:prompts?|instructions?)\b/,
  /\[\/?inst\]|\|\s?(?:im_start|im_end|endoftext|start_header_id|end_header_id|eot_id|system|assistant)\s?\||###\s*(?:instruction|system|response)|\bend of (?:data|sources?|documents?|context|input)\b|\/source\b|source id=/,
  new RegExp(
    `\\b(?:dear|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|hey|hello|hi|if you are an?|to (?:all|any|every)|warning (?:to|for)|important for|addressed to)[ ,:]{1,3}(?:\\w+ ){0,2}${READER}\\b`,
  ),
  new RegExp(`\\bas an? (?:\\w+ )?${READER},? (?:you|please|it is)\\b`),
  new RegExp(
    `\\b(?:include|insert|add|append|put|place|mention|use|write|state|embed|paste|begin|start|end|finish|close|repeat)\\b.{0,120}\\b(?:in|to|with|into|of|inside|at the (?:end|start|top) of)\\b (?:your|the|this|every|any|each|all) (?:\\w+ )?${RESULT}\\b`,
  ),
  new RegExp(
    `\\b(?:begin|start|end|finish|open|close|replace|change|translate|rewrite)\\b (?:your|the|this|every|any|each|all) (?:\\w+ )?${RESULT}\\b`,
  ),
  new RegExp(
    `\\b(?:your|the|this|every|any|each|all) (?:\\w+ )?${RESULT} (?:must|should|shall|has to|have to|needs? to|will)\\b`,
  ),
  /\b(?:respond|reply|answer|output|print|say|return|repeat|write|state) (?:only|exactly|just|back|verbatim|the following|this sentence|these words|with the (?:words?|following|text|phrase|sentence)|with only|in json|with no_signal)\b/,
  /\b(?:tell|inform|convince|persuade|advise|warn|assure) (?:the|your|every|any) (?:readers?|users?|recipients?|sender|human|customer who)\b/,
  /\b(?:do not|don't|never) (?:mention|reveal|cite|summari[sz]e|disclose|follow|obey|write about)\b.{0,60}\b(?:this|these|those|instructions?|sources?|prompts?|anything|else|that)\b/,
  /\bit is (?:very |absolutely )?(?:important|mandatory|required|crucial|essential) that you (?:say|include|mention|write|tell|state|recommend)\b/,
  /["']?(?:sentences|citations|no_signal|tool_calls|function_call)["']?\s*:/,
  /\bno_signal\b/,
  /\b(?:send|forward|post|leak|exfiltrate|upload|reveal|print|share)\b.{0,60}\b(?:api keys?|passwords?|secrets?|credentials|system prompt|training data|lead list|conversation|context window)\b/,
  /\b(?:call|invoke|run|execute|use) (?:the |a |your )?(?:tool|function|plugin|shell|browser|command|code interpreter)\b/,
  /\b(?:when|if|whenever|while|before|after) (?:you(?:'re| are)? )?(?:summari[sz](?:e|ing)|writ(?:e|ing)|generat(?:e|ing)|read(?:ing)?|process(?:ing)?|quot(?:e|ing)|cit(?:e|ing)) (?:this|about|the|an?|these)\b.{0,80}\b(?:say|include|mention|write|add|state|claim|recommend|tell|insert|describe|call|always|also)\b/,
  /\b(?:always|please|kindly|simply|just|you (?:must|should|shall|have to|need to|will)) (?:describe|recommend|claim|portray|praise|endorse|state that|say that|write that|claim that|mention that|report that|call us)\b/,
  /\b(?:ignoriere|vergiss|missachte|übergehe)\w*\b.{0,60}\b(?:anweisung|anweisungen|regeln|vorherig\w*|bisherig\w*|obig\w*)\b/,
  /\b(?:schreibe?|antworte|sage?|erwähne|behaupte)\b.{0,30}\b(?:nur|genau|folgend\w*|dass|immer)\b/,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,60}\b(?:instructions?|consignes?|précédent\w*|règles)\b/,
  /\b(?:ignora|olvida|ignore|dimentica)\b.{0,60}\b(?:instrucciones|anteriores|reglas|istruzioni|precedenti)\b/,
  /\b[a-z0-9+/]{100,}={0,2}/,
]

/**
 * Whether a text addresses a program that reads it. Such a text is not used as a source at all, neither for the
 * model nor for citations. The price: pages about prompts are dropped too.
 */
export function addressesModel(text: string): boolean {
  const folded = plainText(text).toLowerCase().replace(/[’‘`]/g, "'")
  const lines = folded.replace(/\s+/g, ' ')
  // Spaced letters, or letters with marks between them, are read as words.
  const joined = lines.replace(/\b(?:\p{L}[ .\-_*]){3,}\p{L}\b/gu, (word) => word.replace(/[ .\-_*]/g, ''))
  return SPEAKS_TO_PROGRAMS.some(
    (pattern) => pattern.test(folded) || pattern.test(lines) || pattern.test(joined),
  )
}
