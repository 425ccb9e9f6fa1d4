import * as z from 'zod/mini'
import { text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_IDS, LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { SearchInput } from '../leads/search-input.ts'

/** Maximum length of a sentence, in characters. */
export const MAX_SENTENCE = 500

/** A search form filled in from a sentence. It has not been run, counted or priced. */
export const FilledForm = z.object({
  type: z.enum(LIST_TYPE_IDS),
  search: SearchInput.check(z.describe('Fields of the search form that the sentence fills')),
  limit: z.nullable(z.int()),
  only_new: z.boolean(),
  not_understood: z.array(z.string()).check(z.describe('Words of the sentence that were not understood')),
  by: z
    .enum(['grammar', 'model'])
    .check(z.describe('The reader: the built-in grammar, or the account’s model')),
})
export type FilledForm = z.output<typeof FilledForm>

const api = defineArea({ tag: 'Search', access: { module: 'leads' }, scope: 'write' })

export const askSearch = api.post('/api/searches/ask', {
  name: 'searches.ask',
  acting: 'write',
  scope: 'read',
  changesNothing: true,
  summary: 'Fill in a search form from a sentence in one of six languages',
  description:
    'Starts nothing and costs nothing. The account’s model reads the sentence if its use is free; otherwise, or if its answer does not fit the form, the built-in grammar does.',
  body: z.strictObject({
    sentence: text(MAX_SENTENCE),
    type: z.optional(z.enum(LIST_TYPE_NAMES)).check(z.describe('The list type, if known')),
  }),
  reply: z.object({ data: FilledForm }),
})
