import type { CallRecords, Line } from './access-rules.ts'

const inList = (things: CallRecords) => ({ params: { type: 'local', id: things.list } })
const read = { rule: 'leads', scope: 'read', ok: 200 } as const
const write = { rule: 'leads', scope: 'write', ok: 200 } as const
const spend = { rule: 'leads', scope: 'spend', ok: 201, foreign: 'hidden' } as const
const owner = { rule: 'mainUser', scope: 'write' } as const
const prompts = [{ prompt_type: 'summary' }]
const all = (things: CallRecords) => ({ selection: { resultIds: things.leads }, prompts })
const content = { name: 'Mine', text: 'About {{ lead.name }}', max_characters: 200, language: 'en' }
const draft = { type: 'local', prompt_type: 'summary' }
/** A model at a private address, which is refused. */
const PRIVATE = { base_url: 'https://127.0.0.1/v1', model: 'm', key: 'k' }

const NO_LIMITS = {
  credits_per_1000_tokens: null,
  own_key_credits_per_1000_tokens: null,
  training_tokens: null,
}

/** Calls of the AI assistant and its models. */
export const AI_LINES: Record<string, Line> = {
  'aiLimits.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'aiLimits.set': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ params: { id: 1 }, body: NO_LIMITS }),
  },
  'openAi.show': { rule: 'memberModule', scope: 'read', ok: 200 },
  'openAi.save': { ...owner, ok: 422, input: () => ({ body: PRIVATE }) },
  'openAi.test': { ...owner, ok: 404 },
  'openAi.delete': { ...owner, ok: 404 },
  'icp.index': { allLists: true, rule: 'ai', scope: 'read', ok: 200 },
  'icp.explain': {
    allLists: true,
    rule: 'ai',
    scope: 'read',
    ok: 404,
    input: () => ({ body: { key: 'none' } }),
  },
  'leadScores.compute': {
    ...write,
    ok: 409,
    foreign: 'hidden',
    input: ({ list }) => ({ params: { id: list } }),
  },
  'leadScores.readiness': { ...read, foreign: 'hidden', input: ({ list }) => ({ params: { id: list } }) },
  'leadScores.show': {
    ...read,
    foreign: 'hidden',
    input: ({ list, leads }) => ({ params: { type: 'local', id: list, resultId: leads[0] } }),
  },
  'fineTunes.index': read,
  'fineTunes.defaults': read,
  'fineTunes.create': { ...write, ok: 201, input: () => ({ body: { ...draft, ...content } }) },
  'fineTunes.update': {
    ...write,
    foreign: 'hidden',
    input: ({ prompt }) => ({ params: { id: prompt }, body: { ...content, name: 'Other', version: 1 } }),
  },
  'fineTunes.versions': { ...read, foreign: 'hidden', input: ({ prompt }) => ({ params: { id: prompt } }) },
  'fineTunes.restore': {
    ...write,
    foreign: 'hidden',
    input: ({ changedPrompt }) => ({ params: { id: changedPrompt }, body: { version: 1 } }),
  },
  'fineTunes.delete': { ...write, foreign: 'hidden', input: ({ prompt }) => ({ params: { id: prompt } }) },
  'fineTunes.generate': { ...read, input: () => ({ body: draft }) },
  'aiText.quote': {
    ...read,
    ok: 201,
    foreign: 'hidden',
    input: (things) => ({ body: { type: 'local', list_id: things.list, ...all(things) } }),
  },
  'aiText.start': { ...spend, input: (things) => ({ ...inList(things), body: all(things) }) },
  'aiText.index': read,
  // Nothing failed in it; only those who may see the run get this far.
  'aiText.retry': { ...spend, ok: 409, input: ({ aiRun }) => ({ params: { id: aiRun } }) },
  'aiText.review': {
    ...write,
    foreign: 'nothing',
    input: ({ aiText }) => ({ body: { decision: 'accept', ids: [aiText] } }),
  },
  'aiText.edit': {
    ...write,
    foreign: 'hidden',
    input: ({ aiText }) => ({ params: { id: aiText }, body: { text: 'Some custom text.' } }),
  },
  'aiText.regenerate': { ...spend, input: ({ aiText }) => ({ body: { ids: [aiText] } }) },
}
