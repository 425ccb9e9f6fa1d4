import type { FineLine, Segment } from '../page/fine-lines.ts'
import { type PersonName, readName } from './read-name.ts'
import { cleanRole, rateRole } from './read-role.ts'

/** A name that a label introduces. */
export interface LabelledName {
  name: PersonName
  role: string | null
}

const ENTRY = /([^(),;|•·]{4,60})\(([^()]{2,80})\)/gu
/** What may stand between the entries of a list. */
const BETWEEN = /^[\s,;|•·.–-]*(?:und|and|et|y|e|i|en|og|och|ja|sowie|&)?\s*$/u
const JOIN = /^[\s,;|•·.–-]*(?:(?:und|and|et|y|e|i|en|og|och|ja|sowie|&)\s)?\s*/u
const MAX_ENTRIES = 40

/** The people of "Anna Sample (Chair), Max Sample (Treasurer)", where the whole line is such a list of two or more; else null. */
export function readRoster({ text }: FineLine): LabelledName[] | null {
  // At least two pairs of brackets.
  if (text.indexOf('(', text.indexOf(')')) < 1) return null
  const names: LabelledName[] = []
  let end = 0
  for (const entry of text.matchAll(ENTRY)) {
    if (!BETWEEN.test(text.slice(end, entry.index)) || names.length >= MAX_ENTRIES) return null
    const name = readName((entry[1] ?? '').replace(JOIN, '').trim())
    const role = cleanRole(entry[2] ?? '')
    if (!name || name.strength === 0 || !role) return null
    names.push({ name, role })
    end = entry.index + entry[0].length
  }
  const isList = names.length > 1 && BETWEEN.test(text.slice(end))
  return isList && names.some(({ role }) => rateRole(role ?? '') > 0) ? names : null
}

/** One label of a line with what stands behind it. */
export interface LabelledField {
  label: string
  text: string
}

const EMPHASIS = new Set(['b', 'strong', 'em', 'th', 'dt', 'label'])
const FIELD = /\s*[|｜•·]\s*/u

/** The fields of a line that has several: "Owner: Anna Sample | Tel.: …", or labels in bold type one after another. */
export function readFields({ text, segments, block }: FineLine): LabelledField[] {
  const labels = segments.filter((segment) => isLabel(segment, block))
  if (labels.length > 1) return readEmphasisedFields(segments, block)
  if (!/[|｜•·]/u.test(text)) return []
  const parts = text.split(FIELD).flatMap((part) => {
    const colon = /[:：]/.exec(part)?.index ?? -1
    return colon > 0 ? [{ label: part.slice(0, colon).trim(), text: part.slice(colon + 1).trim() }] : []
  })
  return parts.length > 1 ? parts : []
}

const isLabel = ({ text, element }: Segment, block: FineLine['block']): boolean =>
  element !== block && EMPHASIS.has(element.tag) && /\p{L}/u.test(text) && text.length < 60

function readEmphasisedFields(segments: readonly Segment[], block: FineLine['block']): LabelledField[] {
  const fields: LabelledField[] = []
  for (const segment of segments) {
    if (isLabel(segment, block)) fields.push({ label: segment.text.replace(/\s*[:：]\s*$/, ''), text: '' })
    else {
      const last = fields.at(-1)
      if (last) last.text = `${last.text} ${segment.text.replace(/^[\s:：–-]+/, '')}`.trim()
    }
  }
  return fields.filter(({ text }) => text !== '')
}
