import { type ReadValue, readValue } from './read-value.ts'

const UNREADABLE_SHOWN = 100

/** Parses a pasted text: values, each once, and invalid entries. Ignores blank lines. */
export function readAll(texts: readonly string[]) {
  const values = new Map<string, ReadValue>()
  const unreadable: string[] = []
  for (const text of texts) {
    if (text.trim() === '') continue
    const value = readValue(text)
    if (value) values.set(`${value.kind} ${value.value}`, value)
    else unreadable.push(text)
  }
  return {
    values: [...values.values()],
    unreadable: unreadable.slice(0, UNREADABLE_SHOWN).map((text) => text.slice(0, 200)),
    unreadable_count: unreadable.length,
  }
}
