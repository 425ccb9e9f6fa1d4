import { erasePerson, showErasure } from '#contract/privacy/suppression.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { openClient } from '../http/open-session.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, showProgress, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

/** `leadwright erase`: erases a person everywhere, permanently. */
export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Erase a person everywhere, permanently',
  options: {
    email: text('E', 'Email address of the person'),
    phone: text('P', 'Phone of the person, with its country code'),
    profile: text('URL', 'Profile of the person, such as on LinkedIn'),
  },
  notes: [
    'Removes the person from lists, evidence, runs, checks, bounces, emails, uploads and saved exports. This cannot be undone.',
    'The person is added to the suppression list right away, stored only as a hash. The rest runs in the background and continues if you stop this command. Earlier backups still contain the person.',
  ],
  examples: ['leadwright erase --email ann@acme.example --json'],
  async run(call) {
    const { email, phone, profile } = call.values
    const body = { ...(email && { email }), ...(phone && { phone }), ...(profile && { profile }) }
    if (Object.keys(body).length !== 1)
      throw usageError('Pass exactly one of --email E, --phone P or --profile URL')
    const client = await openClient(call)
    const started = await client.call(erasePerson, { body }, { patient: true })
    const { id, run_id } = started.data
    const run = await followRun(client, run_id as number, { onProgress: showProgress(call.terminal) })
    const { removed } = (await client.call(showErasure, { params: { id } }, { patient: true })).data
    call.terminal.result({ removed, ...stateUnlessDone(run) }, () => {
      const lines = Object.entries(removed).map(
        ([place, count]) => `${place.replaceAll('_', ' ')}: ${groupedNumber(count)}`,
      )
      return lines.length > 0
        ? ['Removed', ...lines].join('\n')
        : 'Nothing was there. The person is suppressed.'
    })
    return exitOfRun(run)
  },
})
