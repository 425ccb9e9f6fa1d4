import {
  type AiListType,
  PROMPT_TYPE_LABELS,
  PROMPT_TYPE_LENGTHS,
  PROMPT_TYPES,
  type PromptType,
} from '#contract/ai/ai-prompt-types.ts'

/** The noun for a lead of each list type, by its main variable. */
const SUBJECTS: Record<AiListType, { noun: string; facts: string; place: string }> = {
  people: {
    noun: '{{ lead.name }}, {{ lead.position }} at {{ lead.company }}',
    facts: 'their role and what their company does',
    place: '{{ lead.city }}',
  },
  local: {
    noun: '{{ lead.name }} ({{ lead.category }}) in {{ lead.city }}',
    facts: 'what the business does and for whom',
    place: '{{ lead.city }}',
  },
  influencer: {
    noun: '{{ lead.name }} (@{{ lead.handle }}) on {{ lead.platform }}',
    facts: 'what they publish about and how many people follow them',
    place: '{{ lead.country }}',
  },
  single: {
    noun: '{{ lead.name }}, {{ lead.position }} at {{ lead.domain }}',
    facts: 'their role and what the company behind the website does',
    place: '{{ lead.domain }}',
  },
}

type Subject = (typeof SUBJECTS)[AiListType]

const TEXTS: Record<PromptType, (subject: Subject) => string> = {
  summary: ({ noun, facts }) =>
    `Summarize what the sources say about ${noun} in two or three plain sentences: ${facts}. Stick to the facts and don’t praise.`,
  first_line: ({ noun }) =>
    `Write the first line of an email to ${noun}. Mention one specific thing the sources say about them that few people would know. Write one sentence, with no flattery and no question.`,
  subject: ({ noun }) =>
    `Write the subject line of an email to ${noun}. Use at most eight words, in sentence case, the way you would write to someone you know.`,
  direct: ({ noun }) =>
    `Write a short direct message to ${noun} in three sentences: one thing the sources say about them, what {{ business.name }} offers ({{ business.offer }}), and a closing question.`,
  similar: ({ noun, place }) =>
    `Describe the kinds of companies that are similar to ${noun}, by industry and location (${place}). Use only what the sources say.`,
  competitor: ({ noun }) =>
    `Describe who competes with ${noun}, or which customers they compete for. Use only what the sources say, and name a company only if a source names it.`,
  supplier: ({ noun }) =>
    `Describe what ${noun} buys, and from whom. Use only what the sources say, and name a company only if a source names it.`,
}

/** Built-in prompts, seven per list type, in English by default. */
export const defaultPrompt = (type: AiListType, promptType: PromptType) => ({
  type,
  prompt_type: promptType,
  name: PROMPT_TYPE_LABELS[promptType],
  text: TEXTS[promptType](SUBJECTS[type]),
  max_characters: PROMPT_TYPE_LENGTHS[promptType],
  language: 'en' as const,
})

export const defaultPrompts = (type: AiListType) =>
  PROMPT_TYPES.map((promptType) => defaultPrompt(type, promptType))
