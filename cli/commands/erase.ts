import { erasePerson } from '#contract/suppression.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

/** `leadwright erase`: a person, everywhere, for good. */
export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Erase a person everywhere, for good',
  positionals: [],
  options: {
    email: text('E', 'Email address of the person'),
    phone: text('P', 'Phone of the person, with its country code'),
    profile: text('URL', 'Profile of the person, such as on LinkedIn'),
  },
  notes: [
    'Removes the person from lists, evidence, runs, checks, bounces, mails, uploads and saved exports. This cannot be undone.',
    'The person stays on the suppression list as a digest. Backups made before still hold them.',
  ],
  examples: ['leadwright erase --email ann@acme.example --json'],
  async run(call) {
    const { email, phone, profile } = call.values
    const body = { ...(email && { email }), ...(phone && { phone }), ...(profile && { profile }) }
    if (Object.keys(body).length !== 1)
      throw usageError('Give --email E, --phone P or --profile URL: one of the three')
    const client = await openClient(call)
    const { data } = await client.call(erasePerson, { body }, { patient: true })
    const { removed } = data
    call.terminal.result({ removed }, () => {
      const lines = Object.entries(removed).map(
        ([place, count]) => `${place.replaceAll('_', ' ')}: ${groupedNumber(count)}`,
      )
      return lines.length > 0
        ? ['Removed', ...lines].join('\n')
        : 'Nothing was there. The person is suppressed.'
    })
    return EXIT.done.code
  },
})
