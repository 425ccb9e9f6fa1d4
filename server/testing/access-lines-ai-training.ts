import type { CallRecords, Line } from './access-rules.ts'

const read = { rule: 'ai', scope: 'read', ok: 200 } as const
const write = { rule: 'ai', scope: 'write' } as const
const own = { ...write, ok: 200, foreign: 'hidden' } as const
const retitled = { title: 'Other' }
const text = { title: 'Text', html: '<p>Words</p>' }
const qa = { question: 'Why?', answer: 'Because.' }

const ofKind = (kind: 'page' | 'text' | 'qa' | 'file', body?: object) => ({
  ...own,
  input: ({ training }: CallRecords) => ({ params: { id: training[kind] }, ...(body && { body }) }),
})

/** AI training, for every member of an account with AI. */
export const AI_TRAINING_LINES: Record<string, Line> = {
  'ai-training.links': read,
  'ai-training.saveLinks': {
    ...write,
    ok: 201,
    foreign: 'hidden',
    input: ({ training }) => ({ body: { job_id: training.job } }),
  },
  'ai-training.changeLink': ofKind('page', retitled),
  'ai-training.deleteLink': ofKind('page'),
  'ai-training.texts': read,
  'ai-training.addText': { ...write, ok: 201, input: () => ({ body: text }) },
  'ai-training.changeText': ofKind('text', { ...text, version: 1 }),
  'ai-training.deleteText': ofKind('text'),
  'ai-training.qa': read,
  'ai-training.addQa': { ...write, ok: 201, input: () => ({ body: qa }) },
  'ai-training.changeQa': ofKind('qa', { ...qa, version: 1 }),
  'ai-training.deleteQa': ofKind('qa'),
  'ai-training.files': read,
  'ai-training.addFile': {
    ...write,
    ok: 201,
    foreign: 'hidden',
    input: ({ addressUpload }) => ({ body: { upload_id: addressUpload } }),
  },
  'ai-training.changeFile': ofKind('file', retitled),
  'ai-training.deleteFile': ofKind('file'),
  'ai-training.restore': { ...own, input: ({ training }) => ({ params: { id: training.deleted } }) },
  'ai-training.show': {
    ...read,
    foreign: 'hidden',
    input: ({ training }) => ({ params: { id: training.text } }),
  },
  'ai-training.crawlWebsite': { ...write, ok: 201, input: () => ({ body: { website: 'made-up.example' } }) },
  'ai-training.crawlLink': {
    ...write,
    ok: 201,
    input: () => ({ body: { link: 'https://made-up.example/a' } }),
  },
  'ai-training.crawlStatus': {
    ...read,
    foreign: 'hidden',
    input: ({ training }) => ({ query: { job_id: training.job } }),
  },
  'ai-training.websites': read,
  'ai-training.schedule': {
    ...own,
    input: ({ training }) => ({ params: { id: training.website }, body: { refresh_days: 7 } }),
  },
  'ai-training.tokens': { ...read, input: () => ({ body: { text: 'x' } }) },
  'ai-training.search': { ...read, input: () => ({ query: { query: 'words' } }) },
  'ai-training.forLead': {
    ...read,
    foreign: 'hidden',
    input: ({ list, leads }) => ({ query: { list_id: list, lead_id: leads[0] } }),
  },
}
