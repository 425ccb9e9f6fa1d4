import { defineSource } from './define.ts'

/** GitHub: data that developers publish in their profiles. */
export const githubSource = defineSource({
  id: 'github',
  label: 'GitHub profiles (free)',
  answers: { people: ['position', 'keywords', 'place', 'has'] },
  price: 'free',
  // Slow without a token, with restrictive terms: never used by default.
  onlyWhenChosen: true,
  credential: [
    {
      name: 'token',
      label: 'Token',
      kind: 'secret',
      optional: true,
      help: 'About 60 profiles an hour without a token, 5,000 with one. No permissions needed',
    },
  ],
  perMinute: 60,
  perMinuteAt: { search: 10 },
  terms: {
    text: 'Public profiles. GitHub forbids using them for spam: no unsolicited bulk email, and no selling of people’s data, for example to recruiters and job boards.',
    url: 'https://docs.github.com/en/site-policy/acceptable-use-policies/github-acceptable-use-policies#7-information-usage-restrictions',
  },
})
