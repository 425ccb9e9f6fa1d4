import { NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sellablePackages } from '#contract/accounts/subscriptions.ts'
import { adminUsers, createUser } from '#contract/admin/users.ts'
import { MODULES } from '#contract/core/constants.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { nothingFound } from '#web/ui/nothing-found.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { readGrant, type UserDraft, UserFields } from './user-form.tsx'

interface AccountFieldProps {
  value: string
  onChange: (id: string) => void
  label: string
  description?: string
  error?: React.ReactNode
}

/** Selects an account, found by its name or one of its members. */
function AccountField({ value, onChange, ...rest }: AccountFieldProps) {
  const [search, setSearch] = useState('')
  const found = usePagedQuery(adminUsers, { query: { limit: 20, search } })
  const names = new Map(found.data?.data.map(({ account }) => [String(account.id), account.name]))
  return (
    <Select
      {...rest}
      searchable
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={[...names].map(([id, name]) => ({ value: id, label: `${name} (${id})` }))}
      nothingFoundMessage={nothingFound(found, 'The accounts', 'No account found')}
    />
  )
}

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  role: 'user',
  staff_role: 'support',
  accessToWallet: false,
  all_modules: true,
  modules: [],
  support_open_ai_api_key: true,
  account_id: '',
  company: '',
  package_id: '',
} as UserDraft & { account_id: string; company: string; package_id: string }

const makeBody = ({
  account_id,
  company,
  package_id,
  all_modules,
  modules,
  staff_role,
  support_open_ai_api_key,
  ...rest
}: typeof EMPTY) => ({
  ...rest,
  modules: readGrant({ ...rest, all_modules, modules, staff_role, support_open_ai_api_key }),
  ...(rest.role === 'admin' && { staff_role }),
  ...(rest.role === 'user' && {
    company,
    support_open_ai_api_key,
    ...(package_id && { package_id: Number(package_id) }),
  }),
  ...(rest.role === 'related' && account_id && { account_id: Number(account_id) }),
})

/** Adds a person who can sign in at once. */
export function CreateUserPage() {
  const navigate = useNavigate()
  const plans = useEndpoint(sellablePackages, { query: {} }).data?.data ?? []
  const form = useContractForm(createUser, {
    initial: EMPTY,
    body: makeBody,
    onSuccess: ({ data }) => navigate({ to: `/admin/users/${data.id}/edit` }),
  })
  const { role } = form.values
  return (
    <>
      <PageHeader
        title="New user"
        subtitle="They can sign in with this password right away"
        back={{ to: '/admin/users', label: 'Back to Users' }}
      />
      <Stack p="md" maw={520}>
        <ContractForm form={form} submitLabel="Create user">
          <UserFields
            form={form}
            grantable={MODULES.filter((slug) => role === 'admin' || slug !== 'admin')}
            passwordLabel="Password"
            forAccount={role === 'user'}
          />
          {role === 'related' && <AccountField {...form.field('account_id')} label="Account" />}
          {role === 'user' && (
            <>
              <TextInput
                {...form.field('company')}
                label="Company"
                description="Name of the new account. Leave empty for their own name"
                autoComplete="off"
                maxLength={200}
              />
              <NativeSelect
                {...form.field('package_id')}
                label="Plan"
                data={[
                  { value: '', label: 'Same as for people who register' },
                  ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            </>
          )}
        </ContractForm>
      </Stack>
    </>
  )
}
