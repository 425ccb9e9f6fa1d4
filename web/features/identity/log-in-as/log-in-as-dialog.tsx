import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { type PersonToActAs, peopleToActAs, startActing } from '#contract/identity/log-in-as.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { nothingFound } from '#web/ui/nothing-found.ts'
import { startOver } from './acting-session.ts'

interface Props {
  onClose: () => void
  /** Only people of this account. */
  accountId?: number
}

const makeOption = ({ id, name, email, account, allowed }: PersonToActAs) => ({
  value: String(id),
  label: `${name === email ? email : `${name} · ${email}`} · ${account.name}${allowed ? '' : ' · not allowed'}`,
  disabled: !allowed,
})

function LogInAsForm({ onClose, accountId }: Props) {
  const { second_factor: hasFactor } = useUser()
  const [search, setSearch] = useState('')
  const people = usePagedQuery(peopleToActAs, {
    query: {
      search: search.split(' · ')[0]?.trim() ?? '',
      ...(accountId !== undefined && { account_id: accountId }),
    },
  })
  const form = useContractForm(startActing, {
    initial: { user_id: '', reason: '', code: '' },
    // Shown instead: the other person's pages
    quiet: true,
    body: ({ user_id, reason, code }) => ({
      user_id: Number(user_id),
      reason,
      ...(code && { code }),
    }),
    check: ({ user_id, reason }): Record<string, string> => ({
      ...(!user_id && { user_id: MESSAGES.required }),
      ...(!reason.trim() && { reason: MESSAGES.required }),
    }),
    onSuccess: ({ data }) => startOver(data.token, { acting: true }),
  })
  const { onChange, ...person } = form.field('user_id')
  return (
    <ContractForm form={form} submitLabel="Log in" onCancel={onClose}>
      <Select
        {...person}
        label="Person"
        placeholder="Search by name, email or account"
        data={(people.data?.data ?? []).map(makeOption)}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(value) => onChange(value ?? '')}
        filter={({ options }) => options}
        nothingFoundMessage={nothingFound(people, 'The list', 'Nobody found')}
        data-autofocus
      />
      <Textarea
        {...form.field('reason')}
        label="Reason"
        description="Shown to the person with your name, and kept in the audit log"
        minRows={2}
        maxLength={500}
      />
      {hasFactor && (
        <TextInput
          {...form.field('code')}
          label="Two-factor code"
          description="Needed if you signed in more than 15 minutes ago"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
        />
      )}
    </ContractForm>
  )
}

/** Selects a person to log in as, with a reason. Starts read-only and ends after an hour. */
export const LogInAsDialog = formDialog('Log in as', 460, LogInAsForm)
