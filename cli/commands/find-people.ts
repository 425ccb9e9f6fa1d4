import type { Run } from '#contract/activity/runs.ts'
import { showLead } from '#contract/leads/leads.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import { DEFAULT_SIMILAR, findSimilar, type SimilarType } from '#contract/prospecting/find-similar.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { list, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { countLines, listTypeFor, startAndFollow } from '../runs/enrichment-run.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, showProgress, stateUnlessDone } from '../runs/run-report.ts'
import { detailLines } from '../terminal/text-table.ts'

const similarOptions = {
  ids: list('N,N', 'Leads to find similar ones to', (word) => String(idArgument(word, '--ids'))),
  limit: parsed('N', `Maximum leads (${DEFAULT_SIMILAR} by default)`, wholeNumber(1)),
  name: text('LIST', 'Name of the list for the results'),
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
}

/** `leadwright find-similar LIST_ID --ids N,N`: finds leads similar to given ones. */
export const findSimilarCommand = defineCommand({
  name: 'find-similar',
  summary: 'Find leads similar to some of a list',
  positionals: ['LIST_ID'],
  options: similarOptions,
  notes: [
    'People of the same position and country (2 credits each), businesses of the same kind in the same city (1), influencers like these (2), from all connected sources.',
  ],
  examples: ['leadwright find-similar 12 --ids 301,302 --limit 50'],
  async run(call) {
    const { values, terminal } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const ids = (values.ids ?? []).map(Number)
    if (ids.length === 0) throw usageError('--ids is missing', 'Pass ids of leads in the list: --ids 301,302')
    const client = await openClient(call)
    const type = (await listTypeFor(client, id, 'find-similar')) as SimilarType
    const body = {
      ids,
      ...(values.limit === undefined ? {} : { limit: values.limit }),
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(values['max-cost'] === undefined ? {} : { max_cost: values['max-cost'] }),
    }
    const { started, run } = await withSpendingHint(() =>
      startAndFollow(call, client, async (options) => {
        return (await client.call(findSimilar, { params: { type, id }, body }, options)).data
      }),
    )
    const { delivered = 0 } = run.counts
    const document = {
      list_id: started.list_id,
      run_id: run.id,
      matched: started.expected,
      delivered,
      cost: run.cost,
    }
    terminal.result({ ...document, ...stateUnlessDone(run) }, () => countLines(document))
    return exitOfRun(run)
  },
})

const emailOptions = {
  name: text('NAME', 'First and last name'),
  domain: text('DOMAIN', 'Domain or website of the company'),
  'max-cost': parsed('N', 'Spend at most this many credits', wholeNumber(0)),
}

/** `leadwright find-email --name N --domain D`: finds the address of one person. */
export const findEmailCommand = defineCommand({
  name: 'find-email',
  summary: 'Find the email of one person at a company',
  options: emailOptions,
  notes: ['An address costs 1 credit; misses are free. The person is saved in the list "Email finder".'],
  examples: ['leadwright find-email --name "Ann Lee" --domain acme.com --json'],
  async run(call) {
    const { values, terminal } = call
    const { name, domain } = values
    if (!name || !domain)
      throw usageError('--name and --domain are required', 'Write --name "Ann Lee" --domain acme.com')
    const client = await openClient(call)
    const max = values['max-cost']
    const body = { name, domain, ...(max === undefined ? {} : { max_cost: max }) }
    const { data } = await withSpendingHint(() => client.call(findEmail, { body }, { patient: true }))
    const run: Run | null =
      data.run && (await followRun(client, data.run.id, { onProgress: showProgress(terminal) }))
    const params = { type: 'people' as const, id: data.list_id, resultId: data.lead_id }
    const { data: lead } = await client.call(showLead, { params }, { patient: true })
    const origin = lead.provenance.email
    const document = {
      email: lead.values.email ?? null,
      state: lead.values.email_state ?? null,
      source: origin?.source ?? null,
      url: origin?.url ?? null,
      confidence: origin?.confidence ?? null,
      cost: run?.cost ?? 0,
      list_id: data.list_id,
      lead_id: data.lead_id,
      run_id: run?.id ?? null,
    }
    terminal.result({ ...document, ...(run ? stateUnlessDone(run) : {}) }, () =>
      detailLines([
        ['Email', String(document.email ?? 'not found')],
        ...(document.email
          ? ([
              ['State', String(document.state ?? 'unknown')],
              ['Source', [document.source, document.url].filter(Boolean).join('  ')],
            ] as [string, string][])
          : []),
        ['Cost', `${document.cost} credits`],
      ]),
    )
    return run ? exitOfRun(run) : EXIT.done.code
  },
})
