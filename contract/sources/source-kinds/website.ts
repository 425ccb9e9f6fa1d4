import { defineSource } from './define.ts'

/** Companies' own websites. */
export const websiteSource = defineSource({
  id: 'website',
  label: "The company's own website",
  answers: { single: ['domains', 'max_emails', 'max_pages', 'only_published'] },
  enriches: ['email', 'phone', 'profile'],
  looksUp: 'website',
  freeParts: ['people_phone'],
  terms: {
    text: 'What companies publish about themselves. robots.txt is respected.',
    url: null,
  },
})
