import { createHash } from 'node:crypto'
import { scrub } from '#server/platform/text/scrub.ts'

export interface RawError {
  message: string
  stack: string | null
  /** An explicit grouping key, whatever the message and stack. */
  key?: string
}

const FRAMES = 5
/** Lines of a stack that are read, and characters of each. */
const [LINES, LINE_LENGTH] = [60, 500]
/** `at name (place:1:2)` and `at place:1:2` of Chromium and Node, `name@place:1:2` of Firefox and Safari. */
const CHROMIUM = /^\s*at (?:async )?(?:(.+?) \()?([^()\s]+?)(?::\d+){0,2}\)?$/
const FIREFOX = /^([^@\s]*)@(\S+?)(?::\d+){0,2}$/
const FOREIGN = /node_modules|^node:|-extension:|<anonymous>|^native$/
/** A file of the built application: its name has a hash, and its functions have minified names. */
const BUILT = /\/assets\/(.+?)(?:-[\w-]{6,12})?\.m?js$/

/** A frame of ours without what changes between builds and edits: function and file, without lines. */
function readFrame(line: string): string | null {
  const [, name = '', place] = CHROMIUM.exec(line) ?? FIREFOX.exec(line) ?? []
  if (place === undefined || !/[/.]/.test(place) || FOREIGN.test(place)) return null
  const built = BUILT.exec(place)?.[1]
  if (built !== undefined) return built
  const path = place.replace(/^\w+:\/\/[^/]*/, '').replace(/[?#].*$/, '')
  return `${name.replace(/^new |^Object\.|<|>/g, '')}@${scrub(path)}`
}

const readType = (message: string): string => /^(?:Uncaught )?([A-Z]\w*)(?=: )/.exec(message)?.[1] ?? 'Error'

export const withoutVariables = (message: string): string =>
  scrub(message)
    .replace(/\bhttps?:\/\/[^\s)"']+/g, '<url>')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<uuid>')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,}\b/gi, '<hex>')
    .replace(/\d+(?:[.,]\d+)*/g, '<n>')

/**
 * An error's grouping key: its own key, else its type with our frames, else its message without variables. The
 * built application's frames contain only the file, so its message counts as well. Lines and page are not part
 * of it: one fault stays one error. A change of these rules needs another version.
 */
export function errorKey({ message, stack, key }: RawError): string {
  const lines = (stack ?? '').split('\n', LINES)
  const frames = lines.flatMap((line) => readFrame(line.slice(0, LINE_LENGTH)) ?? [])
  const own = [...new Set(frames)].slice(0, FRAMES)
  const isTelling = own.some((frame) => frame.includes('@'))
  const parts =
    key !== undefined
      ? ['key', key]
      : isTelling
        ? ['frames', readType(message), ...own]
        : ['message', withoutVariables(message), ...own]
  return `v1:${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}`
}
