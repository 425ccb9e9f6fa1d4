import { Checkbox, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import {
  MODULE_LABELS,
  MODULES,
  type ModuleSlug,
  ROLES,
  type Role,
  STAFF_ROLES,
  type StaffRole,
} from '#contract/core/constants.ts'
import { readBrand } from '#web/lib/branding.ts'
import type { ContractForm as Form } from '#web/lib/use-contract-form.ts'
import { NewPasswordInput } from '#web/ui/new-password-input.tsx'
import { ROLE_NAMES, STAFF_ROLE_NAMES } from './user-labels.ts'

/** Fields of the user form. `all_modules` grants everything the account has. */
export interface UserDraft {
  first_name: string
  last_name: string
  email: string
  password: string
  role: Role
  staff_role: StaffRole
  accessToWallet: boolean
  all_modules: boolean
  modules: string[]
  support_open_ai_api_key: boolean
}

/** The modules granted by a draft; null is all. */
export const readGrant = ({ all_modules, modules }: UserDraft): ModuleSlug[] | null =>
  all_modules ? null : MODULES.filter((slug) => modules.includes(slug))

const ROLE_HINTS: Record<Role, string> = {
  user: 'Owns the account and manages its team and wallet',
  related: 'Works in an account that someone else owns',
  admin: 'Runs this platform, as far as the staff role allows',
}

interface FieldsProps<V extends UserDraft> {
  form: Form<V>
  /** Modules that can be granted. */
  grantable: readonly ModuleSlug[]
  /** Roles that can be assigned; others are shown read-only. */
  roles?: readonly Role[]
  roleFixed?: string
  passwordLabel: string
  /** Whether account-wide rights can be changed too. */
  forAccount?: boolean
}

/** Name, email, password, role and rights, for a new or existing user. */
export function UserFields<V extends UserDraft>(props: FieldsProps<V>) {
  const { form, grantable, roles = ROLES, roleFixed, passwordLabel, forAccount = true } = props
  const { role, all_modules } = form.values
  return (
    <>
      <Group grow align="start">
        <TextInput {...form.field('first_name')} label="First name" autoComplete="off" maxLength={100} />
        <TextInput {...form.field('last_name')} label="Last name" autoComplete="off" maxLength={100} />
      </Group>
      <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" maxLength={254} />
      <NewPasswordInput
        {...form.field('password')}
        label={passwordLabel}
        min={readBrand().password_min_length}
        personal={[form.values.first_name, form.values.last_name, form.values.email]}
      />
      <NativeSelect
        {...form.field('role')}
        label="Role"
        description={roleFixed ?? ROLE_HINTS[role]}
        disabled={roleFixed !== undefined}
        data={roles.map((value) => ({ value, label: ROLE_NAMES[value] }))}
      />
      {role === 'admin' && (
        <NativeSelect
          {...form.field('staff_role')}
          label="Staff role"
          disabled={roleFixed !== undefined}
          data={STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }))}
        />
      )}
      <Switch
        {...form.field('accessToWallet', 'checkbox')}
        label="Access to the wallet"
        description={role === 'related' ? 'Sees credits and transactions' : 'Owners always have it'}
        disabled={role !== 'related'}
        {...(role === 'related' ? {} : { checked: true })}
      />
      <Switch
        {...form.field('all_modules', 'checkbox')}
        label="All modules of the account"
        description="Including modules its package gets later"
      />
      {!all_modules && (
        <Checkbox.Group {...form.field('modules')} label="Modules">
          <Stack gap={8} mt={4}>
            {grantable.map((slug) => (
              <Checkbox key={slug} size="xs" value={slug} label={MODULE_LABELS[slug]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {forAccount && (
        <Switch
          {...form.field('support_open_ai_api_key', 'checkbox')}
          label="AI without their own key"
          description="The account’s AI texts use the platform’s OpenAI key and cost credits"
        />
      )}
    </>
  )
}
