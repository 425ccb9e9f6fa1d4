import { readPhoneLabel } from './phone-label.ts'
import { findPhoneWords } from './phone-words.ts'

/** Words for a number that also say whose or what for. */
const PURPOSE_WORD =
  /^(?:hotline|service-?hotline|helpline|infoline|call\s?center|toll|free|reception|réception|rezeption|recepción|zentrale|santral|central|standard|switchboard|durchwahl|sekretariat|office|main|whatsapp|viber|wechat|tty|tdd)/i
const JOINS =
  /^(?:[\s/&+|,.:;()-]|\b(?:und|and|et|y|e|or|oder|ou|at|unter|no|nr|number|nummer|us|our|bei|per|by|via)\b)+|(?:[\s/&+|,:;(-]|\b(?:und|and|et|y|e|or|oder|ou|at|unter|no|nr|number|nummer|us|our|bei|per|by|via)\b\.?)+$/giu

/** What a number is for, by the words of a finding, without the words that only say that it is a number. */
export function readPhonePurpose(label: string): string | null {
  let rest = label
  for (const { from, to } of findPhoneWords(label).toReversed()) {
    if (!PURPOSE_WORD.test(label.slice(from, to))) rest = `${rest.slice(0, from)} ${rest.slice(to)}`
  }
  rest = rest.replace(/\s+/g, ' ').replace(JOINS, '').trim()
  return rest.length <= 40 && /\p{L}{2}/u.test(rest) ? rest : null
}

/** Whether words say that a number is a phone, not only that it is a number. */
export function isPhoneLabel(label: string): boolean {
  const kind = readPhoneLabel(label)?.kind
  return kind === 'phone' || kind === 'mobile'
}
