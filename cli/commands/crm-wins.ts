import * as api from '#contract/leads/crm-wins.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer } from '../http/open-session.ts'
import { detailLines } from '../terminal/text-table.ts'

/** `leadwright crm wins`: shows or chooses what marks leads as won in a CRM, or reads them now. */
export const crmWinsCommand = defineCommand({
  name: 'crm wins',
  summary: 'Show what marks leads as won in a CRM, choose it, or read won leads now',
  positionals: ['CONNECTION_ID'],
  options: {
    'won-by': text('SIGN', 'Mark leads as won by this, one of those that the command shows'),
    off: flag('Read no won leads any more'),
    read: flag('Read won leads now; otherwise they are read every 15 minutes'),
  },
  examples: ['leadwright crm wins 3', 'leadwright crm wins 3 --won-by won --read --json'],
  async run(call) {
    const { 'won-by': sign, off, read } = call.values
    const params = { id: idArgument(call.positionals[0]!, 'CONNECTION_ID') }
    if (off && (sign !== undefined || read)) throw usageError('--off goes alone')
    if (off || sign !== undefined)
      await callServer(call, api.saveCrmWins, { params, body: { sign: off ? null : (sign ?? null) } })
    const marked = read ? (await callServer(call, api.readCrmWins, { params })).won : undefined
    const { data } = await callServer(call, api.crmWins, { params })
    const document = { id: params.id, ...data, ...(marked !== undefined && { marked }) }
    call.terminal.result(document, () =>
      detailLines([
        ['Marked by', data.signs.find(({ id }) => id === data.sign)?.label ?? data.sign ?? 'off'],
        ['Won leads', String(data.won)],
        ['Last read', data.read_at ?? 'never'],
        ...(data.problem ? [['Problem', data.problem] as [string, string]] : []),
        ...data.signs.map(({ id, label }): [string, string] => [id, label]),
      ]),
    )
  },
})
