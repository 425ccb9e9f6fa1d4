import * as z from 'zod/mini'
import { dataReply, Timestamp } from './common.ts'
import { defineArea } from './define-area.ts'

/** Settings that administrators change at run time. Each takes effect at once in every process. */
export const SETTINGS = {
  new_runs: {
    kind: 'flag',
    default: true,
    label: 'New runs',
    hint: 'People can start searches, imports, AI text and other runs. Runs that have already started continue. Data exports and erasures always start.',
  },
  autopilots: {
    kind: 'flag',
    default: true,
    label: 'Autopilots',
    hint: 'Autopilots start on schedule. Any that are due while this is off start as soon as you turn it on again.',
  },
  sign_up: {
    kind: 'flag',
    default: true,
    label: 'Sign-up',
    hint: 'People can register on sites that allow it. Invitations always work.',
  },
  agents: {
    kind: 'flag',
    default: true,
    label: 'AI agents',
    hint: 'AI agents can use the MCP endpoint with an API key.',
  },
  error_reports: {
    kind: 'flag',
    default: true,
    label: 'Browser error reports',
    hint: 'List errors in the web application under App errors. Server errors are always listed.',
  },
} as const
export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

export const Setting = z.object({
  name: z.enum(SETTING_NAMES),
  kind: z.literal('flag'),
  label: z.string(),
  hint: z.string(),
  value: z.boolean(),
  default: z.boolean(),
  changed_by: z.nullable(z.string()).check(z.describe('Null if never changed')),
  changed_at: z.nullable(Timestamp),
})
export type Setting = z.output<typeof Setting>

const api = defineArea({ tag: 'Settings', access: { can: 'see_admin' }, scope: 'admin' })

export const settings = api.get('/api/admin/settings', {
  name: 'settings.index',
  reads: ['settings'],
  summary: 'Settings of the installation with their last editor',
  reply: dataReply(z.array(Setting)),
})

export const setSetting = api.put('/api/admin/settings/{name}', {
  name: 'settings.set',
  access: { can: 'administer' },
  changes: ['settings', 'histories'],
  audit: 'setting.changed',
  summary: 'Change a setting of the installation',
  description: 'Takes effect at once.',
  params: z.object({ name: z.enum(SETTING_NAMES) }),
  body: z.strictObject({ value: z.boolean() }),
  reply: z.object({ data: Setting, message: z.string() }),
  cli: {
    name: 'settings set',
    summary: 'Turn a setting of the installation on or off, at once',
    args: { NAME: 'name', 'on|off': 'value' },
    examples: ['leadwright settings set new_runs off'],
  },
})
