import { Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createPage } from '#contract/branding/training-content.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useContentBase } from './content-base.ts'

/** Adds a page to a course and continues to write it. */
export function CreatePagePage() {
  const id = usePathId()
  const { base } = useContentBase()
  const navigate = useNavigate()
  const form = useContractForm(createPage, {
    initial: { title: '' },
    params: { id },
    onSuccess: ({ data }) => navigate({ to: `${base}/${id}/${data.id}/edit`, replace: true }),
  })
  return (
    <>
      <PageHeader title="New page" back={{ to: `${base}/${id}`, label: 'Back to the course' }} />
      <Stack maw={900} p="var(--app-gutter)">
        <ContractForm form={form} submitLabel="Create page">
          <TextInput
            {...form.field('title')}
            label="Title"
            maxLength={150}
            autoComplete="off"
            data-autofocus
          />
        </ContractForm>
      </Stack>
    </>
  )
}
