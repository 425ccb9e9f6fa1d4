import * as z from 'zod/mini'
import type { CliOption } from '../core/cli-command.ts'
import { personName } from '../core/person-name.ts'

interface AccountSetting {
  /** Its column of the table `account`, and its name among the facts of an account in replies. */
  column: string
  /** What people may enter. */
  schema: z.ZodMiniType<string>
  /** How the page asks for it. */
  input: 'text' | 'time-zone'
  label: string
  help?: string
  maxLength?: number
  autoComplete?: string
  /** Its option of `account set`, with the placeholder of its value. */
  option: readonly [name: string, value: string]
}

/** Settings that owners choose for the whole account, by their name in a change. The column has the default. */
export const ACCOUNT_SETTINGS = {
  account_name: {
    column: 'name',
    schema: personName(200),
    input: 'text',
    label: 'Account name',
    help: 'Shown to your team and the people you invite',
    maxLength: 200,
    autoComplete: 'organization',
    option: ['name', 'N'],
  },
  time_zone: {
    column: 'time_zone',
    schema: z.string().check(z.minLength(1), z.maxLength(64)),
    input: 'time-zone',
    label: 'Time zone of the account',
    option: ['time-zone', 'ZONE'],
  },
} as const satisfies Record<string, AccountSetting>

type Declared = typeof ACCOUNT_SETTINGS
export type AccountSettingName = keyof Declared
export type AccountSettingColumn = Declared[AccountSettingName]['column']

const entries = Object.entries(ACCOUNT_SETTINGS) as [AccountSettingName, AccountSetting][]
export const ACCOUNT_SETTING_NAMES = entries.map(([name]) => name)
export const ACCOUNT_SETTING_COLUMNS = entries.map(([, { column }]) => column) as AccountSettingColumn[]
export const accountSetting = (name: AccountSettingName): AccountSetting => ACCOUNT_SETTINGS[name]

/** Fields of a change. */
export const accountSettingFields = Object.fromEntries(
  entries.map(([name, { schema }]) => [name, z.optional(schema)]),
) as { [Name in AccountSettingName]: z.ZodMiniOptional<Declared[Name]['schema']> }

/** Fields of an account in replies. */
export const accountSettingValues = Object.fromEntries(
  entries.map(([, { column }]) => [column, z.string()]),
) as Record<AccountSettingColumn, z.ZodMiniString>

/** Options of the command that changes them. */
export const accountSettingOptions: Record<string, CliOption> = Object.fromEntries(
  entries.map(
    ([
      field,
      {
        option: [name, value],
        label,
      },
    ]) => [name, { field, value, help: label }],
  ),
)
