import { expect, it } from 'vitest'
import { completeAll } from '../model-port.ts'
import { createTemplateModel } from './template-model.ts'
import { websiteSentence } from './website-sentence.ts'

const page = (text: string) => ({
  id: 'page1',
  kind: 'page' as const,
  title: 'Home',
  url: 'https://acorn.example/',
  date: null,
  text,
})
const MORE = 'The ovens are heated with the wood of the forest that is behind the house.'
const REST = 'We bake bread of rye and spelt in a stone oven for the whole of the town.'

async function write(promptType: string, lead: Record<string, string>, text = '') {
  const record = { ...page(''), id: 'lead', kind: 'field' as const }
  record.text = Object.entries(lead)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const sources = [record, ...(text ? [page(text)] : [])]
  const request = { messages: [], task: { promptType, sources, lead }, maxTokens: 100 }
  const { text: answer } = await completeAll(createTemplateModel(), request, new AbortController().signal)
  const { sentences = [] } = JSON.parse(answer) as { sentences?: { text: string }[] }
  return sentences.map((sentence) => sentence.text).join(' ')
}

it('writes networks, countries and numbers in their usual form', async () => {
  const anna = { name: 'Anna Lee', platform: 'instagram', followers: '12400', country: 'United States' }
  expect(await write('summary', anna)).toBe(
    'Anna Lee in the United States has 12,400 followers on Instagram.',
  )
  expect(await write('first_line', { ...anna, followers: '1' })).toBe(
    'I saw that you have 1 follower on Instagram.',
  )
  const role = { name: 'Anna Lee', position: 'Software Engineer', company: 'Acorn', city: 'Leeds' }
  expect(await write('summary', role)).toBe('Anna Lee works as Software Engineer at Acorn in Leeds.')
  expect(await write('first_line', role)).toBe('I came across your profile: Software Engineer at Acorn.')
})

it('writes sentences, not lists of fields', async () => {
  expect(await write('summary', { name: '2i2c', category: 'Software company', city: 'Portland' })).toBe(
    '2i2c is listed as Software company in Portland.',
  )
  expect(await write('summary', { name: '2i2c', city: 'Portland' })).toBe('')
})

it.each(['subject', 'direct', 'similar', 'competitor', 'supplier'])(
  'writes nothing of the kind %s without a fact for it',
  async (type) => {
    expect(await write(type, { name: 'Acorn', category: 'Bakery', city: 'Leeds' }, REST)).toBe('')
  },
)

it('writes no opening line that fits every lead', async () => {
  const shop = { name: 'Acorn', category: 'Bakery', city: 'Leeds' }
  expect(await write('first_line', shop)).toBe('')
  expect(await write('first_line', shop, REST)).toBe(`I read on your website: “${REST}”`)
})

it.each([
  'Lorem ipsum dolor sit amet, our text of the page is here.',
  'Just another WordPress site that we have started for you.',
  'You can find our shop at 12 High Street in the town of Leeds.',
  'Our office is in 04109 Leipzig, not far from the station.',
  'Write to us at hello@acorn.example and we will answer.',
  'Call us on 0113 496 0000 and we will take your order.',
  'On 12 March 2024 we open our new shop in the old town.',
  'We are open from 9:00 to 18:00 on most days of the year.',
  'We use cookies to make this website better for you.',
  'Wir backen für Sie das Brot der Stadt, und das mit Liebe.',
  'The best time to plant a tree was twenty years ago.',
  'We bake, we brew and we',
])('does not quote from a website: %s', (sentence) => {
  expect(websiteSentence([page(`${sentence}\n${REST}\n${MORE}`)], 'Acorn')).toEqual({
    quote: REST,
    source: 'page1',
  })
})

it('does not quote a page in another language', () => {
  const german =
    'Wir backen das Brot für die Stadt. Our bread is of rye and of the best. Und es ist nicht von gestern.'
  expect(websiteSentence([page(german)], 'Acorn')).toBeNull()
})
