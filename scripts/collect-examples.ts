/**
 * Makes the examples of the OpenAPI document from calls that tests made:
 *
 *   RECORD_EXAMPLES=/tmp/examples npm test -- server/app/access-matrix.test.ts
 *   node scripts/collect-examples.ts /tmp/examples
 *
 * Replaces the examples of the endpoints that were recorded and keeps the others.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { EXAMPLES_FILE, type Example, hasJsonReply, readExamples } from '#server/app/openapi/examples.ts'

/** Items of a list, and characters of a text, that an example shows. */
const ITEMS = 1
const CHARACTERS = 400

/** What differs in every recording, or belongs to the machine of the tests. */
const REPLACED: readonly [pattern: RegExp, text: string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=@)/g, 'ada'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '018f7c6e-2b1d-7c3a-9d2e-4f5a6b7c8d9e'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-11-03T09:30:00.000Z'],
  [/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, 'https://leads.acme.example'],
  [/http%3A%2F%2F127\.0\.0\.1(?:%3A\d+)?/g, 'https%3A%2F%2Fleads.acme.example'],
  [/\b127\.0\.0\.1\b(?::\d+)?/g, '203.0.113.5'],
  [/whsec_[\w+/=]+/g, 'whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLE'],
  [/\blocalhost\b/g, 'acme.example'],
  [/\/(?:tmp|dev\/shm)\/[\w./-]+/g, '/var/backups/app'],
  // Brands of tests.
  [/(?:app\.)?platform\.example|\boak\.example/g, 'leads.acme.example'],
  [/Oak & "Sons" \$& <\/title>/g, 'Acme Leads'],
  [/leadwright/gi, 'acme'],
]

const replaceKnown = (text: string): string =>
  REPLACED.reduce((known, [pattern, other]) => known.replace(pattern, other), text)

/** A text of the same length that is nobody's secret. */
const invent = (secret: string): string => {
  const alphabet = /^[0-9a-f]+$/.test(secret) ? '0123456789abcdef' : 'EXAMPLE'
  return alphabet.repeat(Math.ceil(secret.length / alphabet.length)).slice(0, secret.length)
}

/** Tokens, keys and signatures, recognized by their look: long, of letters in both cases and digits, or hexadecimal. */
const inventSecrets = (text: string): string =>
  text.replace(/[\w-]{20,}/g, (part) => {
    const isUuid = /^[0-9a-f]{8}-/.test(part)
    const isMixed = [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(part))
    if (isUuid || !(isMixed || /^[0-9a-f]+$/.test(part))) return part
    const prefix = /^[a-z]{2,8}_/.exec(part)?.[0] ?? ''
    return prefix + invent(part.slice(prefix.length))
  })

function cleanText(text: string): string {
  const cleaned = inventSecrets(replaceKnown(text))
  return cleaned.length > CHARACTERS ? `${cleaned.slice(0, CHARACTERS)}…` : cleaned
}

function clean(value: unknown, items: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.slice(0, items).map((item) => clean(item, items))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [replaceKnown(key), clean(inner, items)]),
  )
}

/** The value with the fewest items that its schema takes; undefined when it takes none. */
function shorten(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema || value === undefined) return undefined
  return [ITEMS, 2, 5, Number.POSITIVE_INFINITY]
    .map((items) => clean(value, items))
    .find((cleaned) => schema.safeParse(cleaned).success)
}

function makeExample(endpoint: Endpoint, path: string): Example {
  const { body, reply } = JSON.parse(readFileSync(path, 'utf8')) as Example
  return {
    body: endpoint.kind === 'upload' ? undefined : shorten(endpoint.body, body),
    reply: hasJsonReply(endpoint) ? shorten(endpoint.reply, reply) : undefined,
  }
}

const folder = process.argv[2]
if (!folder) throw new Error('Say where the recorded calls are: node scripts/collect-examples.ts FOLDER')
const examples = readExamples()
for (const endpoint of allEndpoints) {
  const path = join(folder, `${endpoint.name}.json`)
  if (!existsSync(path)) continue
  const { body, reply } = makeExample(endpoint, path)
  const known = examples.get(endpoint.name)
  examples.set(endpoint.name, { body: body ?? known?.body, reply: reply ?? known?.reply })
}
const lines = allEndpoints
  .map(({ name }) => ({ name, ...examples.get(name) }))
  .filter(({ body, reply }) => body !== undefined || reply !== undefined)
  .sort((a, b) => (a.name < b.name ? -1 : 1))
writeFileSync(EXAMPLES_FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
console.log(`${lines.length} of ${allEndpoints.length} endpoints have an example`)
