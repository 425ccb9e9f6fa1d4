import * as api from '#contract/prospecting/import-addresses.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer } from '../http/open-session.ts'
import { detailLines } from '../terminal/text-table.ts'

const describeTarget = ({ target }: api.MappedColumn): string => {
  if (!target) return 'no field'
  return 'field' in target ? target.field : `new field “${target.new_field.label}”`
}

/** `leadwright lists import-address`: shows, makes or turns off the address where programs hand in leads. */
export const importAddressCommand = defineCommand({
  name: 'lists import-address',
  summary: 'Show the import address of a list, make a new one, or turn it off',
  positionals: ['LIST_ID'],
  options: {
    renew: flag('Make an address, or replace it; it is shown once'),
    signed: flag('With --renew: deliveries must be signed, with a secret that is shown once'),
    off: flag('Turn it off'),
  },
  examples: [
    'leadwright lists import-address 12 --renew --json',
    'leadwright lists import-address 12 --renew --signed',
    'leadwright lists import-address 12',
  ],
  async run(call) {
    const { renew: isNew, off, signed } = call.values
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    if (isNew && off) throw usageError('Pass --renew or --off, not both')
    if (signed && !isNew) throw usageError('--signed goes with --renew')
    if (off) {
      const { message } = await callServer(call, api.removeImportAddress, { params: { id } })
      return void call.terminal.result({ list_id: id, is_on: false }, () => message ?? 'Turned off')
    }
    if (isNew) {
      const body = { signed: Boolean(signed) }
      const { data } = await callServer(call, api.renewImportAddress, { params: { id }, body })
      return void call.terminal.result({ list_id: id, ...data }, () =>
        detailLines([
          ['Address', data.address],
          ...(data.secret ? [['Secret', data.secret] as [string, string]] : []),
        ]),
      )
    }
    const { data } = await callServer(call, api.importAddress, { params: { id } })
    call.terminal.result({ list_id: id, ...data }, () =>
      detailLines([
        ['State', data.is_on ? (data.is_signed ? 'on, signed' : 'on') : 'off'],
        ['Last delivery', data.last_delivery_at ?? 'none'],
        ...data.columns.map((column): [string, string] => [
          column.name,
          `${describeTarget(column)}${column.is_decided ? '' : ' (proposed)'}`,
        ]),
      ]),
    )
  },
})
