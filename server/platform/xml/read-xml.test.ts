import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readAllXml, readXml, XmlTooLarge } from './read-xml.ts'

const LIMITS = { depth: 5, nodes: 20, tag: 20_000 }
const read = (xml: string, limits: object = LIMITS) =>
  readAllXml(Readable.from([Buffer.from(xml)]), {}, limits)

it('reads what is within its limits', async () => {
  const names: string[] = []
  const xml = '<a:x n="1"><b><c><d><e>text</e></d></c></b></a:x>'
  await readAllXml(Readable.from([Buffer.from(xml)]), { open: (name) => names.push(name) }, LIMITS)
  expect(names).toEqual(['x', 'b', 'c', 'd', 'e'])
  await expect(read(`<a>${'text '.repeat(20_000)}</a>`)).resolves.toBeUndefined()
})

it.each([
  ['depth', '<a>'.repeat(6)],
  ['elements', `<a>${'<b/>'.repeat(20)}</a>`],
  ['attributes', `<a ${Array.from({ length: 20 }, (_, n) => `a${n}=""`).join(' ')}/>`],
  ['the name of a tag', `<a><${'b'.repeat(50_000)}/></a>`],
  ['the value of an attribute', `<a b="${'c'.repeat(50_000)}"/>`],
  ['a comment', `<a><!--${'c'.repeat(50_000)}--></a>`],
])('ends with an error when %s exceeds its limit', async (_name, xml) => {
  await expect(read(xml)).rejects.toBeInstanceOf(XmlTooLarge)
})

it('reading XML limits its depth by default', async () => {
  await expect(read('<a>'.repeat(201), {})).rejects.toBeInstanceOf(XmlTooLarge)
})

it('reading XML yields to other work within a chunk', async () => {
  const chunk = Buffer.from(`<a>${'<b/>'.repeat(1_000_000)}</a>`)
  let [turns, isDone] = [0, false]
  const others = () => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  for await (const _ of readXml(Readable.from([chunk]), {}));
  isDone = true
  expect(turns).toBeGreaterThan(5)
})
