import * as z from 'zod/mini'
import { text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { LIST_TYPE_IDS, LIST_TYPE_LABELS } from '../leads/list-types/index.ts'

/** Longest sentence, in characters. */
export const MAX_SENTENCE = 500

/** A search form as a sentence fills it. Nothing has been run, counted or priced. */
export const AskedForm = z.object({
  type: z.enum(LIST_TYPE_IDS),
  search: z
    .record(z.string(), z.unknown())
    .check(z.describe('Fields of the search form that the sentence fills')),
  limit: z.nullable(z.int()),
  only_new: z.boolean(),
  not_understood: z.array(z.string()).check(z.describe('Words of the sentence that fill no field')),
  by: z
    .enum(['grammar', 'model'])
    .check(z.describe('Who read it: the built-in grammar, or the account’s model')),
})
export type AskedForm = z.output<typeof AskedForm>

const api = defineArea({ tag: 'Search', access: { module: 'leads' }, scope: 'write' })

export const askSearch = api.post('/api/searches/ask', {
  name: 'searches.ask',
  acting: 'write',
  scope: 'read',
  changesNothing: true,
  summary: 'Fill in a search form from a sentence, in English or German',
  description:
    'Starts nothing and costs nothing. With a model that nobody is charged for, the model reads the sentence; where its answer does not fit the form, and without one, the built-in grammar does.',
  body: z.strictObject({
    sentence: text(MAX_SENTENCE),
    type: z.optional(z.enum(LIST_TYPE_LABELS)).check(z.describe('The list type, when it is known')),
  }),
  reply: z.object({ data: AskedForm }),
})
