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
    `Summarize in two or three plain sentences what the sources say about ${noun}: ${facts}. Facts only, no praise.`,
  first_line: ({ noun }) =>
    `Write the first line of an email to ${noun}. Repeat one concrete thing that the sources say about them and that few others would know. One sentence, no flattery, no question.`,
  subject: ({ noun }) =>
    `Write the subject of an email to ${noun}. At most eight words, like a person writing, without capitals for effect.`,
  direct: ({ noun }) =>
    `Write a short direct message to ${noun}: one thing the sources say about them, then what {{ business.name }} offers ({{ business.offer }}), then a closing question. Three sentences.`,
  similar: ({ noun, place }) =>
    `Say which kinds of companies are like ${noun}, by trade and place (${place}), only as the sources support.`,
  competitor: ({ noun }) =>
    `Say who competes with ${noun}, or for which customers, only as the sources support. Name only companies that the sources name.`,
  supplier: ({ noun }) =>
    `Say what ${noun} buys from others and from whom, only as the sources support. Name only companies that the sources name.`,
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
